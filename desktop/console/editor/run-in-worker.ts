import type { WorkerTasks } from './worker-tasks.ts'

/**
 * Runs one task beside the page, so that it goes on answering whatever the texts are. A task that is not wanted any more
 * is stopped where it is.
 * @throws the signal's reason when it ends the task
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
