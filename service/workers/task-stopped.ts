/**
 * Why a task gave no answer of its own:
 * `time`, `memory` it overran a limit and was killed; `crashed` its thread ended under it;
 * `queue_full` it was never accepted, trying later may help; `closed` the pool is shutting down.
 */
export type StopReason = 'time' | 'memory' | 'crashed' | 'queue_full' | 'closed'

/** A task was stopped, or never started. An error that the task itself threw is not one of these. */
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
