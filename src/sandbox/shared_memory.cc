#include "sandbox/shared_memory.h"

#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <unistd.h>

namespace assay::sandbox {
namespace {

// By index instead of name, whatever its permissions are. Since Linux 4.17; not in all headers.
constexpr int kSharedByIndex = 15, kQueueByIndex = 13, kSemaphoresByIndex = 20;

union SemaphoreArgument {
    int value;
    semid_ds* one;
    unsigned short* all;
    seminfo* info;
};

} // namespace

void remove_shared_memory() {
    shm_info shared{};
    const int last_shared = ::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&shared));
    for (int index = 0; shared.used_ids > 0 && index <= last_shared; ++index) {
        shmid_ds one{};
        if (const int id = ::shmctl(index, kSharedByIndex, &one); id >= 0) ::shmctl(id, IPC_RMID, nullptr);
    }
    msginfo queues{};
    const int last_queue = ::msgctl(0, MSG_INFO, reinterpret_cast<msqid_ds*>(&queues));
    for (int index = 0; queues.msgpool > 0 && index <= last_queue; ++index) {
        msqid_ds one{};
        if (const int id = ::msgctl(index, kQueueByIndex, &one); id >= 0) ::msgctl(id, IPC_RMID, nullptr);
    }
    seminfo semaphores{};
    SemaphoreArgument argument{};
    argument.info = &semaphores;
    const int last_semaphores = ::semctl(0, 0, SEM_INFO, argument);
    for (int index = 0; semaphores.semusz > 0 && index <= last_semaphores; ++index) {
        semid_ds one{};
        argument.one = &one;
        if (const int id = ::semctl(index, 0, kSemaphoresByIndex, argument); id >= 0)
            ::semctl(id, 0, IPC_RMID);
    }
}

uint64_t shared_memory_in_use() {
    shm_info shared{};
    if (::shmctl(0, SHM_INFO, reinterpret_cast<shmid_ds*>(&shared)) < 0) return 0;
    return static_cast<uint64_t>(shared.shm_rss) * static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
}

} // namespace assay::sandbox
