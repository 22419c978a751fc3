import type { FailureCode } from '../../../../shared/contract/failures.ts'
import type { ReceivedFailure } from '../../../../shared/messages/failure.ts'
import type { ReceivedMessage } from '../../../../shared/messages/message.ts'
import type { AgentStatus } from '../../inventory/agents/agent-status.ts'
import type { DeviceState } from '../../inventory/devices/device-state.ts'

/** Counts of one tenant, or of all together. */
export interface ReportSummary {
  /** Devices in service and enabled, with a schedule or ever tried: the base of coverage. */
  devices: number
  /** Those of `devices` with a success within their tolerance, of which a version can be read. */
  covered: number
  /**
   * Devices in service without a schedule and never tried, not included in `devices`. Absent in older frozen reports.
   */
  unscheduled?: number
  /** Devices that need attention, listed or not. */
  exceptions: number
  /** Those of `exceptions` whose backup waits for an agent. Absent in older frozen reports. */
  withoutAgent?: number
  states: Record<DeviceState, number>
  /** Suspicious versions without a review. */
  suspiciousVersions: number
  /** Fingerprints accepted on first use. */
  hostsNotCompared: number
  /** Devices that differ from a pinned version. */
  drifted: number
}

/** `damaged`: the latest stored version cannot be read completely. */
export type ExceptionReason =
  'failed' | 'blocked' | 'damaged' | 'stale' | 'never' | 'partial' | 'suspicious' | 'host_not_compared' | 'drifted'

/** What the last backup of a device did not collect, and why. */
export interface NotCollected {
  /** Null if the run did not fail as a whole, or the tenant's keys were destroyed. */
  failure: ReceivedFailure | null
  /** For a partial backup; at most three together with `warnings`. */
  failedArtifacts: { key: string; failure: ReceivedFailure }[]
  warnings: ReceivedMessage[]
}

/** A device that needs attention, and why. Times are ISO strings, so that a frozen report is unchanged. */
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

/** A device that is not backed up. */
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

/** Part of one tenant: exceptions with the most severe first, agents in lab mode first. */
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

/** `summary` is the total over `customers`, which are ordered by slug. */
export interface DailyReport {
  /** YYYY-MM-DD. */
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

/** Returns the sum of the tenants' counts; zeros for an empty list. */
export function totalOf(summaries: ReportSummary[]): ReportSummary {
  const sum = (of: (summary: ReportSummary) => number) => summaries.reduce((total, one) => total + of(one), 0)
  const states = Object.keys(noDevices) as DeviceState[]
  return {
    devices: sum(({ devices }) => devices),
    covered: sum(({ covered }) => covered),
    unscheduled: sum(({ unscheduled = 0 }) => unscheduled),
    exceptions: sum(({ exceptions }) => exceptions),
    withoutAgent: sum(({ withoutAgent = 0 }) => withoutAgent),
    states: Object.fromEntries(states.map((state) => [state, sum((one) => one.states[state])])) as typeof noDevices,
    suspiciousVersions: sum(({ suspiciousVersions }) => suspiciousVersions),
    hostsNotCompared: sum(({ hostsNotCompared }) => hostsNotCompared),
    drifted: sum(({ drifted }) => drifted),
  }
}

/**
 * Returns the coverage in per cent, rounded down to one decimal: 100 means that all devices are covered. Null without
 * devices.
 */
export function coverageOf({ devices, covered }: Pick<ReportSummary, 'devices' | 'covered'>): number | null {
  return devices === 0 ? null : Math.floor((covered / devices) * 1000) / 10
}
