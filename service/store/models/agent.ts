import { Row } from './row.ts'

/** An agent: a collector process at a site. */
export class Agent extends Row {
  static override tableName = 'agents'

  declare id: string
  declare tenantId: string
  declare slug: string
  declare name: string
  declare labMode: boolean
  declare publicKey: Buffer | null
  declare sequence: number
  declare enrolledAt: Date | null
  declare revokedAt: Date | null
  declare clonedAt: Date | null
  declare rewoundAt: Date | null
  /** The number sent by a cloned or rewound agent; accepted after an administrator has cleared the agent. */
  declare refusedSequence: number | null
  declare lastSeenAt: Date | null
  /** Status in the last event about this agent. */
  declare toldStatus: 'online' | 'offline' | null
  declare version: string | null
  declare hostname: string | null
  declare protocol: number | null
  declare createdAt: Date
  declare updatedAt: Date
}
