import type { FailureCode } from '../../../../shared/contract/failures.ts'
import type { ReceivedFailure } from '../../../../shared/messages/failure.ts'
import type { AgentStatus } from '../../inventory/agents/agent-status.ts'
import type { DeviceState } from '../../inventory/devices/device-state.ts'

/** Figures of one customer, or of all together. */
export interface ReportSummary {
  /** In service and enabled, with a schedule or ever tried: what coverage is measured against. */
  devices: number
  /** Of these, with a success within their tolerance, of which something can still be read. */
  covered: number
  /** In service without a schedule and never tried, outside `devices`. Absent in what was frozen before it was counted. */
  unscheduled?: number
  /** Devices that somebody should look at, listed or not. */
  exceptions: number
  states: Record<DeviceState, number>
  /** That nobody has reviewed. */
  suspiciousVersions: number
  /** Fingerprints accepted at first sight. */
  hostsNotCompared: number
  /** Devices that say something else than a version that is pinned. */
  drifted: number
}

/** `damaged`: the latest that is stored of it cannot be read whole. */
export type ExceptionReason =
  'failed' | 'blocked' | 'damaged' | 'stale' | 'never' | 'partial' | 'suspicious' | 'host_not_compared' | 'drifted'

/** What the last backup of a device did not collect, and why. */
export interface NotCollected {
  /** Null where it did not fail as a whole, or what was stored went with the keys. */
  failure: ReceivedFailure | null
  /** Of a partial backup, three at most together with `warnings`. */
  failedArtifacts: { key: string; failure: ReceivedFailure }[]
  warnings: string[]
}

/** A device that somebody should look at, and why. Instants are ISO texts, so that a frozen one is what it was. */
export interface ReportException extends NotCollected {
  deviceId: string
  name: string
  state: DeviceState
  reasons: ExceptionReason[]
  lastSuccessAt: string | null
  ageLabel: string
  errorCode: FailureCode | null
  suspiciousVersions: string[]
}

/** A device that nothing backs up. */
export interface UnscheduledDevice {
  deviceId: string
  name: string
  site: string
}

export interface ReportAgent {
  id: string
  name: string
  labMode: boolean
  status: AgentStatus
  lastSeenAt: string | null
  version: string | null
}

/** One customer's part: exceptions the gravest first, agents in lab mode first. */
export interface TenantReport {
  id: string
  slug: string
  name: string
  summary: ReportSummary
  exceptions: ReportException[]
  isTruncated: boolean
  /** By name; at most 5,000. */
  unscheduled: UnscheduledDevice[]
  agents: ReportAgent[]
}

/** `summary` is the total over `customers`, which are in the order of their short names. */
export interface DailyReport {
  /** As YYYY-MM-DD. */
  day: string
  computedAt: Date
  isFrozen: boolean
  summary: ReportSummary
  customers: TenantReport[]
}

export const noDevices: Record<DeviceState, number> = {
  changed: 0,
  unchanged: 0,
  partial: 0,
  failed: 0,
  stale: 0,
  blocked: 0,
  never: 0,
  disabled: 0,
  decommissioned: 0,
}

/** The sum of customers' figures; of none, zeros. */
export function totalOf(summaries: ReportSummary[]): ReportSummary {
  const sum = (of: (summary: ReportSummary) => number) => summaries.reduce((total, one) => total + of(one), 0)
  const states = Object.keys(noDevices) as DeviceState[]
  return {
    devices: sum(({ devices }) => devices),
    covered: sum(({ covered }) => covered),
    unscheduled: sum(({ unscheduled = 0 }) => unscheduled),
    exceptions: sum(({ exceptions }) => exceptions),
    states: Object.fromEntries(states.map((state) => [state, sum((one) => one.states[state])])) as typeof noDevices,
    suspiciousVersions: sum(({ suspiciousVersions }) => suspiciousVersions),
    hostsNotCompared: sum(({ hostsNotCompared }) => hostsNotCompared),
    drifted: sum(({ drifted }) => drifted),
  }
}

/** To a tenth of a per cent, rounded down: 100 means that all are covered. Null where there is nothing to cover. */
export function coverageOf({ devices, covered }: Pick<ReportSummary, 'devices' | 'covered'>): number | null {
  return devices === 0 ? null : Math.floor((covered / devices) * 1000) / 10
}
