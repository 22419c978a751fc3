import { Row } from './row.ts'

/** The job that holds the lease of a device, which has one session at a time. */
export class DeviceLease extends Row {
  static override tableName = 'device_leases'
  static override idColumn = ['tenant_id', 'device_id']

  declare tenantId: string
  declare deviceId: string
  declare jobId: string
  declare leaseId: string
}
