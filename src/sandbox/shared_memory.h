// System V's shared memory, queues and semaphores, which stay when the processes that made them are gone.
#pragma once

namespace assay::sandbox {

// All of the caller's IPC namespace: only for one that is our own.
void remove_shared_memory();

} // namespace assay::sandbox
