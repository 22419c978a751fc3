import type { components } from '../../../../shared/contract/api-types.ts'
import type { IconName } from '../icons.ts'
import type { Tone } from '../states.ts'

export type PolicyRun = components['schemas']['PolicyRun']

/** How a run of a duty looks. One without an end is under way, or was killed: its outcome stands as `stopped` from its beginning. */
export type DutyState = PolicyRun['outcome'] | 'open'

export const dutyLooks: Record<DutyState, { tone: Tone; icon: IconName }> = {
  done: { tone: 'good', icon: 'done' },
  nothing: { tone: 'quiet', icon: 'same' },
  stopped: { tone: 'warn', icon: 'alarm' },
  failed: { tone: 'bad', icon: 'failed' },
  open: { tone: 'info', icon: 'waiting' },
}

export function dutyStateOf({ outcome, finished_at }: PolicyRun): DutyState {
  return finished_at === null ? 'open' : outcome
}

/**
 * The latest run of each duty of each customer, the latest first. What only said what it would do is none.
 * @param runs the latest first
 */
export function latestRuns(runs: readonly PolicyRun[]): PolicyRun[] {
  const seen = new Set<string>()
  return runs.filter(({ kind, tenant_id, dry_run }) => {
    const key = `${kind} ${tenant_id}`
    if (dry_run || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What a person can do about a sweep that asks, by what its reason says; `other` where it says something else. */
export type SweepQuestion =
  'much' | 'strangers' | 'unheard' | 'tombstone' | 'empty' | 'unreadable' | 'older' | 'away' | 'clock' | 'other'

const questions: [SweepQuestion, RegExp][] = [
  ['clock', /clock/],
  ['empty', /lists no (pack|manifest)/],
  ['unheard', /has never heard of/],
  ['strangers', /named by no row|are not in the store/],
  ['much', /would be left without a chunk|referred to by nothing/],
  ['tombstone', /tombstone/],
  ['away', /object store cannot be read|does not answer/],
  ['unreadable', /cannot be read/],
  ['older', /ahead of the database|restored from a dump|rebuilt/],
]

export function questionOf(reason: string | null): SweepQuestion {
  return questions.find(([, words]) => words.test(reason ?? ''))?.[0] ?? 'other'
}

/** Whether a person's yes is what the sweep waits for; the others need something else first. */
export function isAnsweredByYes(question: SweepQuestion): boolean {
  return question === 'much' || question === 'strangers' || question === 'unheard' || question === 'unreadable'
}

/** Why a duty had nothing to do, where it is one of the usual reasons. */
export type UsualReason =
  | 'withinRetention'
  | 'noneDue'
  | 'allReferred'
  | 'elsewhere'
  | 'nothingStored'
  | 'sampled'
  | 'counted'
  | 'noDump'
  | 'noCustomers'

const usual: [UsualReason, RegExp][] = [
  ['withinRetention', /^did nothing because every version is within its retention$/],
  ['noneDue', /^did nothing because no decommissioned device is due$/],
  ['allReferred', /^did nothing because everything is referred to$/],
  ['elsewhere', /^did nothing because (it is under way elsewhere|this customer is being swept already)/],
  ['nothingStored', /^did nothing because there is nothing stored, or nothing was due$/],
  ['sampled', /^did nothing because of a sample of \S+$/],
  ['counted', /^did nothing because it was asked what it would do$/],
  ['noDump', /^did nothing because the object store has no dump$/],
  ['noCustomers', /^did nothing because there is no customer$/],
]

export function usualReason(reason: string): UsualReason | undefined {
  return usual.find(([, words]) => words.test(reason))?.[0]
}
