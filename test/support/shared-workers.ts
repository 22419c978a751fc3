import { type ServicePool, createServicePool } from '../../service/workers/service-pool.ts'

let shared: ServicePool | undefined
/** Tasks of all services. */
let tasks = 0

/**
 * Returns a pool whose threads all services of a process share, because loading a thread costs more than most tests.
 * Closing it during a task ends the threads, unless another service has tasks too, and the next task starts new ones.
 */
export function createSharedWorkers(): ServicePool {
  let running = 0
  return {
    run(name, input, transfer) {
      running++
      tasks++
      return (shared ??= createServicePool()).run(name, input, transfer).finally(() => {
        running--
        tasks--
      })
    },
    async close() {
      if (running === 0 || tasks > running) return
      const ending = shared
      shared = undefined
      await ending?.close()
    },
  }
}
