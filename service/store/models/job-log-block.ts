import { Row } from './row.ts'

/** Lines of a run's log, sealed together; or a single line of an earlier release. */
export class JobLogBlock extends Row {
  static override tableName = 'job_log'
  static override idColumn = ['tenant_id', 'job_id', 'seq']

  declare tenantId: string
  declare jobId: string
  /** The position of its first line. */
  declare seq: number
  /** Of its last line. */
  declare at: Date
  /** Null for a block: each line of it has its own. */
  declare level: 'info' | 'warn' | 'error' | null
  /** Null for a single line. */
  declare lines: number | null
  declare line: Buffer
  declare leaseId: string
  /** Of its first line under its lease, from 0: a batch that comes again changes nothing. */
  declare number: number
}
