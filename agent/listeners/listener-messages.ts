import type { SnmpUser } from '../../shared/agent-protocol/snmp-users.ts'
import type { ReportedChange } from './change-queue.ts'
import type { ListenerCertificate } from './open-listeners.ts'
import type { ListenerState } from './receive-changes.ts'
import type { WatchedDevices } from './watch-list.ts'

/** What the listener thread is started with. */
export interface ListenerStart {
  certificate: ListenerCertificate | null
  agentId: string
}

/**
 * Messages to the listener thread. `users`: of SNMPv3. `knowsUsers`: whether the service knows them, and rejections.
 * `rejected`: changes that the service did not accept.
 */
export type ToListener =
  | { type: 'watch'; list: WatchedDevices; users: SnmpUser[]; knowsUsers: boolean }
  | { type: 'rejected'; changes: ReportedChange[] }

/** What the listener thread reports: when changes are due, and the state of the listeners at least once a minute. */
export interface FromListener {
  changes: ReportedChange[]
  listeners: ListenerState[]
  /** Lines for the log of the agent. */
  warnings: string[]
}
