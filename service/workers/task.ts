/** Limits of one run of a task. A task that exceeds one is killed with its thread. */
export interface TaskLimits {
  /**
   * Milliseconds from the time a thread receives the input. Includes the start of the thread, excludes the wait in the
   * queue.
   */
  timeMs: number
  /**
   * Limit of the thread's JavaScript heap in MB. It does not include ArrayBuffers, which the task must bound itself. It
   * is a last resort: one object that outgrows it in one step (a doubling Map with millions of entries) makes V8 end
   * the whole process. Store what grows with untrusted input in typed arrays of a bounded size.
   */
  heapMb: number
}

/**
 * A computation that would block the event loop, as a function of its input alone. Input and output contain only what
 * structured cloning supports.
 */
export interface Task<Input, Output> {
  limits: TaskLimits
  run(input: Input): Output | Promise<Output>
  /** ArrayBuffers of the output that are transferred instead of copied. */
  transfer?(output: Output): ArrayBuffer[]
}

/** Tasks by name. The input is `never` because only the caller of a task knows its type. */
export type TaskTable = Record<string, Task<never, unknown>>

export type InputOf<T> = T extends Task<infer Input, unknown> ? Input : never
export type OutputOf<T> = T extends Task<never, infer Output> ? Output : never

/**
 * Heap limit of every task of the service's pool, in MB. A thread runs only tasks with its limit, and ending one to start
 * another costs 0.3 s of CPU: comparisons that users request would end the threads of backups.
 */
export const serviceHeapMb = 512
