import type { components } from '../../../shared/contract/api-types.ts'
import { Row } from './row.ts'

/** Ports on which an agent receives messages of devices. */
export type Listeners = components['schemas']['Listeners']
export type ListenerProtocol = components['schemas']['ListenerProtocol']
export type ListenerState = components['schemas']['ListenerState']
/** A user of SNMPv3, stored without its passwords. */
export type SnmpUser = components['schemas']['SnmpUser']

/** An agent: a collector process at a site. */
export class Agent extends Row {
  static override tableName = 'agents'
  static override jsonAttributes = ['listeners', 'listenerStates', 'snmpUsers']

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
  declare listeners: Listeners | null
  /** When they were set. */
  declare listenersSince: Date | null
  /** As the agent reported them. */
  declare listenerStates: ListenerState[] | null
  /** Protocols whose listener was reported as silent. */
  declare silentListeners: ListenerProtocol[]
  declare snmpUsers: SnmpUser[]
  /** When the users were last changed; null if never. */
  declare snmpUsersSince: Date | null
  /** Sealed (snmp-passwords.ts). Null: no user has one. */
  declare snmpPasswords: Buffer | null
  /** Server of the installation that runs the agent; null: an operator installed it. */
  declare localServerId: string | null
  declare createdAt: Date
  declare updatedAt: Date
}
