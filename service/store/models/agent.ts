import { Row } from './row.ts'

/** A collector. */
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
  /** The number that a cloned or rewound agent came with: accepted once an operator has cleared it. */
  declare refusedSequence: number | null
  declare lastSeenAt: Date | null
  /** What events have told of it last. */
  declare toldStatus: 'online' | 'offline' | null
  declare version: string | null
  declare hostname: string | null
  declare protocol: number | null
  declare createdAt: Date
  declare updatedAt: Date
}
