/** The moments at which a test may end the service, or lose an answer. */
export type FailpointName =
  | 'after_enroll'
  | 'after_session'
  | 'after_offer'
  | 'after_heartbeat'
  | 'after_verify'
  | 'before_commit'
  | 'after_commit'

/** Called when the moment has come; what it throws is thrown there. */
export type Failpoint = (name: FailpointName) => Promise<void> | void
