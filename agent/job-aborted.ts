/**
 * Why a job is ended from outside. `cancelled` by a person, `deadline` it took longer than its kind may, `lost` another
 * may have the device now, or nobody is known to: it ends without a word.
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
