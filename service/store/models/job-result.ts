import { Row } from './row.ts'

/** The response to a lease's result, returned again if the result is repeated. */
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
