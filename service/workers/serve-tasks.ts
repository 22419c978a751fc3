import { parentPort } from 'node:worker_threads'
import type { Task, TaskTable } from './task.ts'

export interface TaskOrder {
  name: string
  input: unknown
}

/** An error in a form that crosses between threads: structured cloning loses its name and code. */
export interface CarriedError {
  name: string
  message: string
  code?: string
  stack?: string
}

export type TaskAnswer = { output: unknown } | { error: CarriedError }

/** The thread's side of the pool: runs the tasks it receives in order, until the pool ends the thread. */
export function serveTasks(tasks: TaskTable): void {
  const port = parentPort
  if (!port) throw new Error('serveTasks runs in a worker thread only')
  port.on('message', async (order: TaskOrder) => {
    try {
      const task = tasks[order.name] as Task<unknown, unknown> | undefined
      if (!task) throw new Error(`no task is called ${order.name}`)
      const output = await task.run(order.input)
      port.postMessage({ output } satisfies TaskAnswer, task.transfer?.(output) ?? [])
    } catch (error) {
      port.postMessage({ error: carry(error) } satisfies TaskAnswer)
    }
  })
}

function carry(error: unknown): CarriedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { name, message, stack, code }
}
