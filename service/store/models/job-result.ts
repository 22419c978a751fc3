import { Row } from './row.ts'

/** The answer that a lease’s result got, for the same result coming again. */
export class JobResult extends Row {
  static override tableName = 'job_results'
  static override idColumn = ['tenant_id', 'job_id', 'lease_id']
  static override jsonAttributes = ['answer']

  declare tenantId: string
  declare jobId: string
  declare leaseId: string
  declare bodyHash: Buffer
  declare status: number
  declare answer: unknown
  declare createdAt: Date
}
