import { Row } from './row.ts'

/** `keys`: backups become unreadable, records stay. `tenant`: its rows are deleted too. */
export type DestructionKind = 'keys' | 'tenant'

export type DestructionState = 'pending' | 'running' | 'done' | 'withdrawn'

/** The destruction of a tenant's keys, or of the tenant. The row outlives the tenant. */
export class Destruction extends Row {
  static override tableName = 'destructions'
  static override jsonAttributes = ['inventory', 'locked']

  declare id: string
  declare tenantId: string
  declare kind: DestructionKind
  /** The tenant's slug at the time of the request. */
  declare slug: string
  declare name: string
  declare state: DestructionState
  declare requestedBy: string
  declare requestedById: string | null
  declare requestedAt: Date
  /** Until then it can be withdrawn. */
  declare dueAt: Date
  declare withdrawnBy: string | null
  declare withdrawnAt: Date | null
  /** When the keys were deleted from the database. */
  declare startedAt: Date | null
  declare completedAt: Date | null
  /** End of a replica's lease, or of the wait after a failure. */
  declare heldUntil: Date | null
  /** What existed after the keys were erased; null before that, and after the certificate lists it. */
  declare inventory: object | null
  /** Objects that the store kept because of locks when the certificate was written. */
  declare locked: { objects: number; bytes: number; until: string } | null
  /** When these can be deleted; null if none are left. */
  declare lockedUntil: Date | null
  /** As downloaded: JSON with its signature. */
  declare certificate: string | null
}
