import { Row } from './row.ts'

/** A process run of an agent. */
export class AgentSession extends Row {
  static override tableName = 'agent_sessions'

  declare id: string
  declare tenantId: string
  declare agentId: string
  declare bootId: string
  declare sequence: number
  declare envelopeKey: Buffer
  declare protocol: number
  declare version: string
  declare platforms: string[]
  declare transports: string[]
  declare slots: number
  /** The latest format of platform documents that it reads; 0: none. */
  declare documentFormat: number
  /** The latest format of dry runs that it supports; 0: none. */
  declare dryRunFormat: number
  declare startedAt: Date
  declare spokeAt: Date | null
  declare endedAt: Date | null
  declare lastHeartbeatNumber: number
  declare lastClaimNumber: number
  declare windowFloor: number
}
