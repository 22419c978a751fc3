import type { NightlyKind } from '../domain/kernel/policy-runs/nightly-kinds.ts'

/** A worker file of this folder, by name, that lives as long as the service. */
export interface LoopTask {
  name: string
}

/** One that runs at its time and ends. */
export interface NightlyTask {
  name: string
  /** Five cron fields in BKP_TIMEZONE; it comes at least once a week. */
  at: string
  /** What its runs are recorded as. */
  kind: NightlyKind
  /** It is of no use later than so many milliseconds after its time; absent where it is worth catching up always. */
  uselessAfterMs?: number
}

/** Posted to the workers `cloud` and `events` when there may be work for them. */
export const workMessage = 'work'

/** Every worker of the service: one file and one line here each. Each may be stopped anywhere and run on two replicas. */
export const schedule: (LoopTask | NightlyTask)[] = [
  { name: 'scheduler' }, // the reaper's loop
  { name: 'cloud' }, // jobs that no agent does
  { name: 'search-index' },
  { name: 'events' }, // webhooks too
  { name: 'freeze-daily-report', at: '5 0 * * *', kind: 'report', uselessAfterMs: 55 * 60_000 },
  { name: 'sample-storage', at: '40 0 * * *', kind: 'sample' },
  { name: 'convert-texts', at: '30 1 * * *', kind: 'conversion' },
  { name: 'purge', at: '0 2 * * *', kind: 'purge' },
  { name: 'retention', at: '10 2 * * *', kind: 'retention' },
  { name: 'sweep', at: '20 2 * * *', kind: 'sweep' },
  { name: 'lock-objects', at: '50 2 * * *', kind: 'object_lock' }, // what the sweep left
  { name: 'integrity', at: '0 3 * * *', kind: 'integrity' },
  { name: 'dump', at: '10 4 * * *', kind: 'dump' }, // after what removes things
  { name: 'expire', at: '17 3 * * *', kind: 'expire' },
]

export function isNightly(job: LoopTask | NightlyTask): job is NightlyTask {
  return 'at' in job
}
