import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import { Row } from './row.ts'

/** Progress of a scan. */
export interface ScanProgress {
  organisations: number
  organisations_done: number
  networks: number
}

/** An organisation that a scan skipped, and why. */
export interface SkippedOrganisation {
  id: string
  name: string
  /** Earlier versions stored a sentence. */
  reason: ReceivedMessage | string
}

/** A cloud account whose networks are imported: API key, organisations, and defaults of the devices. */
export class Fleet extends Row {
  static override tableName = 'fleets'
  static override jsonAttributes = ['scanProgress', 'scanSkipped', 'approvedAddress']

  declare id: string
  declare tenantId: string
  declare name: string
  declare credentialId: string
  declare region: string | null
  /** Empty: all organisations that the API key can read. */
  declare orgIds: string[]
  declare agentIds: string[]
  declare schedule: string
  /** The approved credential and cloud; null if none was approved. */
  declare approvedAddress: { credential_id: string; region: string | null } | null
  declare addressApprovedAt: Date | null
  declare addressApprovedBy: string | null
  declare scanStatus: 'queued' | 'running' | 'succeeded' | 'failed' | null
  declare scanQueuedAt: Date | null
  declare scanStartedAt: Date | null
  declare scanFinishedAt: Date | null
  declare scanErrorCode: FailureCode | null
  declare scanError: Buffer | null
  declare scanProgress: ScanProgress
  declare scanSkipped: SkippedOrganisation[]
  declare scanRunner: string | null
  declare scanHeldUntil: Date | null
  /** How often the lease of a scan expired. */
  declare scanLosses: number
  declare createdAt: Date
  declare updatedAt: Date
}
