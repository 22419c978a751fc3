import { Row } from './row.ts'

/** Sealed lines of a run's log; or a single line of an earlier release. */
export class JobLogBlock extends Row {
  static override tableName = 'job_log'
  static override idColumn = ['tenant_id', 'job_id', 'seq']

  declare tenantId: string
  declare jobId: string
  /** Position of its first line. */
  declare seq: number
  /** Time of its last line. */
  declare at: Date
  /** Null for a block: its lines have their own levels. */
  declare level: 'info' | 'warn' | 'error' | null
  /** Null for a single line. */
  declare lines: number | null
  declare line: Buffer
  declare leaseId: string
  /** Number of its first line under its lease, from 0: a repeated batch changes nothing. */
  declare number: number
}
