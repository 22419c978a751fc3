import type { components } from '../../../../shared/contract/api-types.ts'
import type { Tone } from '../states.ts'

export type ReportException = components['schemas']['ReportException']
export type Reason = ReportException['reasons'][number]

/** What is wrong with a device, the gravest first, with how it looks. */
const reasonTones: [Reason, Tone][] = [
  ['damaged', 'bad'],
  ['blocked', 'bad'],
  ['failed', 'bad'],
  ['never', 'bad'],
  ['stale', 'warn'],
  ['suspicious', 'warn'],
  ['partial', 'warn'],
  ['drifted', 'warn'],
  ['host_not_compared', 'quiet'],
]
const gravity = new Map(reasonTones.map(([reason], place) => [reason, place]))
const tones = new Map(reasonTones)

/** Devices that somebody should look at: the gravest first, then those that have waited longest, then by name. */
export function byGravity(exceptions: readonly ReportException[]): ReportException[] {
  return exceptions.toSorted(
    (one, other) =>
      gravest(one) - gravest(other) ||
      (one.last_success_at ?? '').localeCompare(other.last_success_at ?? '') ||
      one.name.localeCompare(other.name),
  )
}

/** Its reasons, the gravest first. */
export function reasonsOf({ reasons }: ReportException): { reason: Reason; tone: Tone }[] {
  return reasons
    .toSorted((one, other) => (gravity.get(one) ?? 0) - (gravity.get(other) ?? 0))
    .map((reason) => ({ reason, tone: tones.get(reason) ?? 'quiet' }))
}

function gravest({ reasons }: ReportException): number {
  return Math.min(...reasons.map((reason) => gravity.get(reason) ?? 0))
}
