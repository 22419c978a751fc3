/** A job as it was when its lease was found gone; its row is locked. */
export interface LeasedJob {
  id: string
  tenantId: string
  leaseId: string
}
