import type { NightlyKind } from '../domain/kernel/maintenance-tasks/nightly-kinds.ts'

/** A worker file in this folder that runs as long as the service. */
export interface LoopWorker {
  name: string
}

/** A worker that runs when it is due and ends. */
export interface NightlyTask {
  name: string
  /** Cron expression with five fields, in BKP_TIMEZONE. It must be due at least once a week. */
  at: string
  /** Kind under which its runs are recorded. */
  kind: NightlyKind
  /** Milliseconds after which a missed run is skipped; absent if a missed run is always repeated. */
  uselessAfterMs?: number
}

/** Channel of the database on which work is announced. It is passed on as a message to the worker `loops`. */
export type WorkSignal = 'jobs' | 'events'

/** Pause in milliseconds before a loop that ended is started again. */
export const restartMs = 5_000

/** All periodic workers. Each may be stopped at any point and may run on two replicas. */
export const schedule: (LoopWorker | NightlyTask)[] = [
  { name: 'loops' }, // scheduler, cloud, events, device pairs, reports and traces
  { name: 'search-index' }, // in a thread of its own, because it decrypts and cuts texts
  { name: 'freeze-daily-report', at: '5 0 * * *', kind: 'report', uselessAfterMs: 55 * 60_000 },
  { name: 'sample-storage', at: '40 0 * * *', kind: 'sample' },
  { name: 'convert-texts', at: '30 1 * * *', kind: 'conversion' },
  { name: 'read-facts', at: '35 1 * * *', kind: 'facts' },
  { name: 'purge', at: '0 2 * * *', kind: 'purge' },
  { name: 'retention', at: '10 2 * * *', kind: 'retention' },
  { name: 'sweep', at: '20 2 * * *', kind: 'sweep' },
  { name: 'lock-objects', at: '50 2 * * *', kind: 'object_lock' }, // objects that remain after the sweep
  { name: 'integrity', at: '0 3 * * *', kind: 'integrity' },
  { name: 'check-restores', at: '30 3 * * *', kind: 'restore_check' },
  { name: 'dump', at: '10 4 * * *', kind: 'dump' }, // after the tasks that delete data
  { name: 'expire', at: '17 3 * * *', kind: 'expire' },
]

export function isNightly(job: LoopWorker | NightlyTask): job is NightlyTask {
  return 'at' in job
}
