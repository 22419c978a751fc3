import { Row } from './row.ts'

/** A line of a run’s log, sealed. */
export class JobLogLine extends Row {
  static override tableName = 'job_log'
  static override idColumn = ['tenant_id', 'job_id', 'seq']

  declare tenantId: string
  declare jobId: string
  declare seq: number
  declare at: Date
  declare level: 'info' | 'warn' | 'error'
  declare line: Buffer
  declare leaseId: string
  /** Under its lease, from 0: a batch that comes again changes nothing. */
  declare number: number
}
