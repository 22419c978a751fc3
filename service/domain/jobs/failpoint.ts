/** Points at which a test may end the service or lose a response. */
export type FailpointName =
  | 'after_enroll'
  | 'after_session'
  | 'after_offer'
  | 'before_heartbeat'
  | 'after_heartbeat'
  | 'after_packs'
  | 'after_verify'
  | 'before_commit'
  | 'after_commit'
  | 'after_tombstone'
  | 'after_erase'
  | 'after_inventory'
  | 'after_objects'
  | 'after_rows'
  | 'after_certificate'

/** Called at the point. Its error is thrown there. */
export type Failpoint = (name: FailpointName) => Promise<void> | void
