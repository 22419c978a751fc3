import type { WorkerTasks } from './worker-tasks.ts'

/**
 * Runs a task in a worker, so that the page remains responsive. An aborted task is terminated.
 * @throws the signal's reason if it was aborted
 */
export function runInWorker<Task extends keyof WorkerTasks>(
  task: Task,
  input: Parameters<WorkerTasks[Task]>[0],
  signal: AbortSignal,
): Promise<ReturnType<WorkerTasks[Task]>> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  return new Promise<ReturnType<WorkerTasks[Task]>>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    worker.addEventListener('error', (event) => reject(new Error(event.message)))
    worker.addEventListener('message', ({ data }) => {
      if ('failure' in data) reject(new Error(data.failure))
      else resolve(data.result)
    })
    worker.postMessage({ task, input })
  }).finally(() => worker.terminate())
}
