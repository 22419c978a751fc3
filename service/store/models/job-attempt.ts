import type { FailureCode } from '../../../shared/contract/failures.ts'
import { Row } from './row.ts'

/** An execution of a job under one lease. */
export class JobAttempt extends Row {
  static override tableName = 'job_attempts'
  static override idColumn = ['tenant_id', 'job_id', 'number']

  declare tenantId: string
  declare jobId: string
  declare number: number
  declare leaseId: string
  declare agentId: string
  declare startedAt: Date
  declare endedAt: Date | null
  declare outcome: string | null
  declare errorCode: FailureCode | null
  /** When the service began to process its result; null without a result. */
  declare reportedAt: Date | null
  /** When its result was written, `endedAt` being the start of that transaction. */
  declare committedAt: Date | null
}
