import { type WorkerTasks, workerTasks } from './worker-tasks.ts'

/** Answers a task with its result or its error. */
self.addEventListener('message', ({ data }: MessageEvent<{ task: keyof WorkerTasks; input: unknown }>) => {
  const { task, input } = data
  try {
    self.postMessage({ result: workerTasks[task](input as never) })
  } catch (error) {
    self.postMessage({ failure: String(error) })
  }
})
