import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { RestoreKind } from '../../../shared/agent-protocol/restore-kinds.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { Row } from './row.ts'

/** The message that triggered a job. Its author is a claim. */
export type ClaimedChange = components['schemas']['ClaimedChange']

/** Progress of a job that reads a tree; `at`: when the agent reported it. */
export interface JobProgress {
  files: number
  total_files: number
  bytes: number
  total_bytes: number
  bytes_per_second: number
  at: string
}

/** Queued work on one device. */
export class Job extends Row {
  static override tableName = 'jobs'
  static override jsonAttributes = ['progress', 'claimedChange']

  declare id: string
  declare tenantId: string
  declare deviceId: string
  /**
   * `dry_run` tries a platform document. `restore_confirm` confirms the pending commit of a restore; `restore_check` only
   * determines the outcome of one. Both follow a restore.
   */
  declare kind: 'backup' | 'test' | 'dry_run' | RestoreKind
  /** `change`: a message of the device reported a change. */
  declare trigger: 'manual' | 'schedule' | 'change'
  declare claimedChange: ClaimedChange | null
  /** The scheduled occurrence that it belongs to. */
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
  /** The claim whose response contained the current offer. */
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
  /** The version of the platform's document with which it was offered last; null for a platform of the product. */
  declare platformVersion: number | null
  declare hostNotCompared: boolean
  declare errorCode: FailureCode | null
  declare error: Buffer | null
  declare summary: Buffer | null
  /** Of the running or last attempt. */
  declare progress: JobProgress | null
  /** The version that a restore writes; also set on jobs that follow it. */
  declare versionId: string | null
  /** The restore that a confirmation or check belongs to. */
  declare restoreId: string | null
  declare confirmMinutes: number | null
  /** Set while its commit waits for the confirmation. */
  declare confirmUntil: Date | null
  /** Until then no other job is offered for the device: a commit is pending there, or may be. */
  declare heldUntil: Date | null
  /** When the outcome must be checked. */
  declare checkAt: Date | null
  /** When the device was verified to match the status. */
  declare verifiedAt: Date | null
}
