/**
 * Why a task did not finish. `time`, `memory`: it exceeded a limit and was killed. `crashed`: its thread ended.
 * `queue_full`: it was not accepted and may be retried. `closed`: the pool is shutting down.
 */
export type StopReason = 'time' | 'memory' | 'crashed' | 'queue_full' | 'closed'

/** A task was stopped or never started. Errors that the task itself throws have other types. */
export class TaskStopped extends Error {
  readonly task: string
  readonly reason: StopReason

  constructor(task: string, reason: StopReason, detail: string) {
    super(`${task}: ${detail}`)
    this.name = 'TaskStopped'
    this.task = task
    this.reason = reason
  }
}
