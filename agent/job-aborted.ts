/**
 * Why a job is stopped. `cancelled`: by a user. `deadline`: its time limit passed. `lost`: its lease is lost or cannot
 * be renewed, so another agent may have the device; the job ends without a report.
 */
export type StopReason = 'cancelled' | 'deadline' | 'lost'

/** The reason with which a job's signal is aborted. */
export class JobAborted extends Error {
  override name = 'JobStop'
  readonly reason: StopReason

  constructor(reason: StopReason) {
    super(`the job was stopped: ${reason}`)
    this.reason = reason
  }
}
