// System V's shared memory, queues and semaphores, which stay when the processes that made them are gone.
#pragma once

#include <cstdint>

namespace assay::sandbox {

// All of the caller's IPC namespace: only for one that is our own.
void remove_shared_memory();

// Bytes that the segments of the caller's IPC namespace take.
uint64_t shared_memory_in_use();

} // namespace assay::sandbox
