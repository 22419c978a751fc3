import { Row } from './row.ts'

/** An agent that may collect a device; a device without such rows may be collected by any agent. */
export class DeviceAgent extends Row {
  static override tableName = 'device_agents'
  static override idColumn = ['tenant_id', 'device_id', 'agent_id']

  declare tenantId: string
  declare deviceId: string
  declare agentId: string
}
