/** A worker file of this folder, by name. */
export interface PeriodicJob {
  name: string
  /** Five cron fields in BKP_TIMEZONE; absent for one that lives as long as the service. */
  at?: string
}

/** Every worker of the service: one file and one line here each. Each may be stopped anywhere and run on two replicas. */
export const schedule: PeriodicJob[] = [
  { name: 'scheduler' }, // the reaper's loop
  { name: 'freeze-daily-report', at: '5 0 * * *' },
  { name: 'sample-storage', at: '40 0 * * *' },
  { name: 'purge', at: '0 2 * * *' },
  { name: 'retention', at: '10 2 * * *' },
  { name: 'sweep', at: '20 2 * * *' },
  { name: 'integrity', at: '0 3 * * *' },
  { name: 'dump', at: '10 4 * * *' }, // after what removes things
  { name: 'expire', at: '17 3 * * *' },
]
