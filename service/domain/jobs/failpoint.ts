/** The moments at which a test may end the service, or lose an answer. */
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

/** Called when the moment has come; what it throws is thrown there. */
export type Failpoint = (name: FailpointName) => Promise<void> | void
