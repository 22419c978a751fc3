import type { components } from '../../../../shared/contract/api-types.ts'
import type { Tone } from '../../ui/states.ts'
import type { IconName } from '../../ui/icons.ts'
import { type ReportException, type Reason } from '../../ui/report/exceptions.ts'

type Schemas = components['schemas']
export type Report = Schemas['DailyReport']
export type Summary = Schemas['ReportSummary']

/** Row limit for print: with many more, browsers hang. */
export const maxPrinted = 2_000

/** Devices that the report counts without listing them. */
export function notListed({ summary, exceptions }: Pick<Report, 'summary' | 'exceptions'>): number {
  return Math.max(0, summary.exceptions - exceptions.length)
}

/** A figure of the report and its source. */
export interface Figure {
  name: 'exceptions' | 'suspicious' | 'notCompared' | 'drifted' | 'agents'
  count: number
  tone: Tone
  icon: IconName
  /** Reason of the counted devices; absent: all exceptions. */
  reason?: Reason
  /** Name of the page with the current state. */
  page?: string
  query?: Record<string, string>
}

/** Returns the figures that need attention; zero is good. */
export function figuresOf({ summary, agents }: Pick<Report, 'summary' | 'agents'>): Figure[] {
  const troubled = agents.filter(({ status, lab_mode: isLab }) => isLab || !['online', 'pending'].includes(status))
  const figures: Figure[] = [
    { name: 'exceptions', count: summary.exceptions, tone: 'warn', icon: 'alarm' },
    { name: 'suspicious', count: summary.suspicious_versions, tone: 'warn', icon: 'eye', reason: 'suspicious', page: 'changes', query: { suspicious: 'true' } }, // prettier-ignore
    { name: 'notCompared', count: summary.hosts_not_compared, tone: 'warn', icon: 'fingerprint', reason: 'host_not_compared', page: 'trust', query: { view: 'not-compared' } }, // prettier-ignore
    { name: 'drifted', count: summary.drifted, tone: 'warn', icon: 'pin', reason: 'drifted', page: 'changes-drift' }, // prettier-ignore
    { name: 'agents', count: troubled.length, tone: 'bad', icon: 'agent', page: 'agents' },
  ]
  return figures.map((figure) => (figure.count === 0 ? { ...figure, tone: 'good', icon: 'done' } : figure))
}

/** Returns the number of devices for each reason, the most first. */
export function reasonCounts(exceptions: readonly ReportException[]): { reason: Reason; count: number }[] {
  const counts = new Map<Reason, number>()
  for (const { reasons } of exceptions) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count || one.reason.localeCompare(other.reason))
}

/** States in display order, those that count for coverage first. */
export const statesInOrder = [
  'unchanged',
  'changed',
  'partial',
  'stale',
  'failed',
  'blocked',
  'never',
  'disabled',
  'decommissioned',
] as const satisfies readonly Schemas['DeviceState'][]
