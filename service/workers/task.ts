/** What one run of a task may cost. A task that overruns is killed with its thread. */
export interface TaskLimits {
  /** From the moment a thread is given the input (its start-up counts, waiting in the queue does not). */
  timeMs: number
  /**
   * Of the thread's JavaScript heap. Bytes in ArrayBuffers lie outside it: the task bounds those by its own caps.
   * A backstop, not a plan: a single object that outgrows it in one step (a Map of millions doubling itself) makes V8
   * end the whole process, so what grows with untrusted input belongs into typed arrays of a bounded size.
   */
  heapMb: number
}

/**
 * A computation that would block the event loop, written as a function of its input alone.
 * Input and output cross between threads, so they hold only what structured cloning carries.
 */
export interface Task<Input, Output> {
  limits: TaskLimits
  run(input: Input): Output | Promise<Output>
  /** ArrayBuffers of the output that are handed over instead of copied. */
  transfer?(output: Output): ArrayBuffer[]
}

/** Tasks by name; `never` because a table does not know the input of its tasks, only their caller does. */
export type TaskTable = Record<string, Task<never, unknown>>

export type InputOf<T> = T extends Task<infer Input, unknown> ? Input : never
export type OutputOf<T> = T extends Task<never, infer Output> ? Output : never
