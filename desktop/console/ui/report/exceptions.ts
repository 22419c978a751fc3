import type { components } from '../../../../shared/contract/api-types.ts'
import { compareExceptions, reasonsBySeverity } from '../../../../shared/reports/exception-severity.ts'
import type { Tone } from '../states.ts'

export type ReportException = components['schemas']['ReportException']
export type Reason = ReportException['reasons'][number]

const tones: Record<Reason, Tone> = {
  damaged: 'bad',
  blocked: 'bad',
  failed: 'bad',
  never: 'bad',
  stale: 'warn',
  suspicious: 'warn',
  partial: 'warn',
  drifted: 'warn',
  host_not_compared: 'quiet',
}

/** Sorts devices that need attention: the most severe first, then the longest waiting, then by name. */
export function byGravity(exceptions: readonly ReportException[]): ReportException[] {
  const rankOf = ({ reasons, last_success_at: lastSuccessAt, name }: ReportException) => ({
    reasons,
    lastSuccessAt,
    name,
  })
  return exceptions.toSorted((one, other) => compareExceptions(rankOf(one), rankOf(other)))
}

/** Returns its reasons, the most severe first. */
export function reasonsOf({ reasons }: ReportException): { reason: Reason; tone: Tone }[] {
  return reasonsBySeverity
    .filter((reason) => reasons.includes(reason))
    .map((reason) => ({ reason, tone: tones[reason] }))
}
