import type { components } from '../../../../shared/contract/api-types.ts'
import type { Tone } from '../../ui/states.ts'
import type { IconName } from '../../ui/icons.ts'
import { type ReportException, type Reason } from '../../ui/report/exceptions.ts'

type Schemas = components['schemas']
export type Report = Schemas['DailyReport']
export type Summary = Schemas['ReportSummary']

/** As many rows as somebody reads on paper: with many more a browser stands still. */
export const maxPrinted = 2_000

/** Devices to look at that the report counts and does not name. */
export function notListed({ summary, exceptions }: Pick<Report, 'summary' | 'exceptions'>): number {
  return Math.max(0, summary.exceptions - exceptions.length)
}

/** A number of the report, and where it comes from. */
export interface Figure {
  name: 'exceptions' | 'suspicious' | 'notCompared' | 'drifted' | 'agents'
  count: number
  tone: Tone
  icon: IconName
  /** The devices of this report that it is about; absent: all of its exceptions. */
  reason?: Reason
  /** The page where it is as it is now. */
  page?: string
  query?: Record<string, string>
}

/** What somebody should look at, by number. What there is none of is well. */
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

/** How many devices there are of each reason, the most first. */
export function reasonCounts(exceptions: readonly ReportException[]): { reason: Reason; count: number }[] {
  const counts = new Map<Reason, number>()
  for (const { reasons } of exceptions) {
    for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count || one.reason.localeCompare(other.reason))
}

/** States in the order in which they are read, those that count towards coverage first. */
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
