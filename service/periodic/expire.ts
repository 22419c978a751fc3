import { expire } from '../domain/housekeeping/expire.ts'
import { unlessClockDoubted } from '../domain/policy-runs/unless-clock-doubted.ts'
import { runPeriodic } from './run-periodic.ts'

/** Once a day: what is kept for a time only. */
await runPeriodic('expire', async ({ inMoment, tell }) => {
  await unlessClockDoubted(inMoment, 'expire', { tell }, async () => {
    tell('info', 'removed what has expired', await expire(inMoment))
  })
})
