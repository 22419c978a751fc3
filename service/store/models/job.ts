import { Row } from './row.ts'

/** A piece of work on one device, from queued to ended. */
export class Job extends Row {
  static override tableName = 'jobs'

  declare id: string
  declare tenantId: string
  declare deviceId: string
  declare kind: 'backup' | 'test'
  declare trigger: 'manual' | 'schedule'
  /** Of which scheduled occurrence it is. */
  declare occurrenceAt: Date | null
  declare requestedBy: string
  declare status:
    'queued' | 'running' | 'retrying' | 'succeeded' | 'unchanged' | 'partial' | 'blocked' | 'failed' | 'cancelled'
  declare queuedAt: Date
  declare notBefore: Date
  declare startedAt: Date | null
  declare finishedAt: Date | null
  declare agentId: string | null
  declare sessionId: string | null
  declare leaseId: string | null
  /** The claim that was answered with the offer that stands. */
  declare claimId: string | null
  declare offerExpiresAt: Date | null
  declare leaseExpiresAt: Date | null
  declare deadlineAt: Date | null
  declare attempts: number
  declare deviceFailures: number
  declare losses: number
  declare cancelRequestedAt: Date | null
  declare transport: string | null
  declare labMode: boolean
  declare hostNotCompared: boolean
  declare errorCode: string | null
  declare error: Buffer | null
  declare summary: Buffer | null
}
