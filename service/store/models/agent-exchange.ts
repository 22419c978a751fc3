import { Row } from './row.ts'

/** A request number that a session has used. */
export class AgentExchange extends Row {
  static override tableName = 'agent_exchanges'
  static override idColumn = ['tenant_id', 'session_id', 'number']

  declare tenantId: string
  declare sessionId: string
  declare number: number
}
