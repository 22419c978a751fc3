import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { RestoreKind } from '../../../shared/agent-protocol/restore-kinds.ts'
import { Row } from './row.ts'

/** How far a job that reads a tree has come; `at`: when the agent said so. */
export interface JobProgress {
  files: number
  total_files: number
  bytes: number
  total_bytes: number
  bytes_per_second: number
  at: string
}

/** A piece of work on one device, from queued to ended. */
export class Job extends Row {
  static override tableName = 'jobs'
  static override jsonAttributes = ['progress']

  declare id: string
  declare tenantId: string
  declare deviceId: string
  /**
   * `restore_confirm` confirms the pending commit of a restore; `restore_check` only looks what became of one. Both are
   * the restore's followers.
   */
  declare kind: 'backup' | 'test' | RestoreKind
  declare trigger: 'manual' | 'schedule'
  /** Of which scheduled occurrence it is. */
  declare occurrenceAt: Date | null
  declare requestedBy: string
  declare status:
    | 'queued'
    | 'running'
    | 'retrying'
    | 'succeeded'
    | 'unchanged'
    | 'partial'
    | 'blocked'
    | 'failed'
    | 'cancelled'
    | 'awaiting_confirmation'
    | 'reverted'
    | 'unknown'
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
  declare errorCode: FailureCode | null
  declare error: Buffer | null
  declare summary: Buffer | null
  /** Of the attempt that is under way, or was the last. */
  declare progress: JobProgress | null
  /** What a restore gives the device; of its followers too. */
  declare versionId: string | null
  /** The restore that a confirmation or a look is of. */
  declare restoreId: string | null
  declare confirmMinutes: number | null
  /** While its commit waits for the confirmation. */
  declare confirmUntil: Date | null
  /** Until then no other job is offered for the device: a commit is pending there, or may be. */
  declare heldUntil: Date | null
  /** When somebody should look what became of it. */
  declare checkAt: Date | null
  /** When the device was seen to be as the status says. */
  declare verifiedAt: Date | null
}
