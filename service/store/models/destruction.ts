import { Row } from './row.ts'

/** `keys`: what was backed up becomes unreadable, records stay. `tenant`: its rows are deleted too. */
export type DestructionKind = 'keys' | 'tenant'

export type DestructionState = 'pending' | 'running' | 'done' | 'withdrawn'

/** The destruction of a tenant's keys, or of the tenant. The row outlives the tenant. */
export class Destruction extends Row {
  static override tableName = 'destructions'
  static override jsonAttributes = ['inventory', 'locked']

  declare id: string
  declare tenantId: string
  declare kind: DestructionKind
  /** Of the tenant, as they were. */
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
  /** When the keys left the database. */
  declare startedAt: Date | null
  declare completedAt: Date | null
  /** A replica works on it, or has failed and waits, until then. */
  declare heldUntil: Date | null
  /** What there was when the keys went; null before, and once the certificate lists it. */
  declare inventory: object | null
  /** What the store kept because it was locked, when the certificate was written. */
  declare locked: { objects: number; bytes: number; until: string } | null
  /** When that can be deleted; null where nothing is left. */
  declare lockedUntil: Date | null
  /** As it is downloaded: JSON with its signature. */
  declare certificate: string | null
}
