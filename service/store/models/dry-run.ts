import { Row } from './row.ts'

/** What a job of the kind `dry_run` tries. */
export class DryRunRow extends Row {
  static override tableName = 'dry_runs'
  static override idColumn = ['tenant_id', 'job_id']

  declare tenantId: string
  declare jobId: string
  declare documentId: string
  /** The number of a version of the document. */
  declare version: number
  declare readings: number
  declare intervalSeconds: number
  /** Whether it explores the device, instead of trying the document. */
  declare proposes: boolean
  /** Null until the job ends. */
  declare passed: boolean | null
}
