import { Row } from './row.ts'

/** What a dry run found. It contains configurations. */
export class DryRunResultRow extends Row {
  static override tableName = 'dry_run_results'
  static override idColumn = ['tenant_id', 'job_id']

  declare tenantId: string
  declare jobId: string
  /** Sealed with the tenant's data key. */
  declare result: Buffer
  /** Afterwards it is not returned, and deleted by the next maintenance task. */
  declare expiresAt: Date
}
