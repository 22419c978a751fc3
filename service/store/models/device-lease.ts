import { Row } from './row.ts'

/** Which job holds a device: one device, one session. */
export class DeviceLease extends Row {
  static override tableName = 'device_leases'
  static override idColumn = ['tenant_id', 'device_id']

  declare tenantId: string
  declare deviceId: string
  declare jobId: string
  declare leaseId: string
}
