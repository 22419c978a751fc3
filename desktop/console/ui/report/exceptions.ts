import type { components } from '../../../../shared/contract/api-types.ts'
import type { Tone } from '../states.ts'

export type ReportException = components['schemas']['ReportException']
export type Reason = ReportException['reasons'][number]

/** Problems of a device, the most severe first, with their tones. */
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

/** Sorts devices that need attention: the most severe first, then the longest waiting, then by name. */
export function byGravity(exceptions: readonly ReportException[]): ReportException[] {
  return exceptions.toSorted(
    (one, other) =>
      gravest(one) - gravest(other) ||
      (one.last_success_at ?? '').localeCompare(other.last_success_at ?? '') ||
      one.name.localeCompare(other.name),
  )
}

/** Returns its reasons, the most severe first. */
export function reasonsOf({ reasons }: ReportException): { reason: Reason; tone: Tone }[] {
  return reasons
    .toSorted((one, other) => (gravity.get(one) ?? 0) - (gravity.get(other) ?? 0))
    .map((reason) => ({ reason, tone: tones.get(reason) ?? 'quiet' }))
}

function gravest({ reasons }: ReportException): number {
  return Math.min(...reasons.map((reason) => gravity.get(reason) ?? 0))
}
