import { expire } from '../domain/housekeeping/expire.ts'
import { runPeriodic } from './run-periodic.ts'

/** Once a day: what is kept for a time only. */
await runPeriodic('expire', async ({ inMoment, tell }) => {
  tell('info', 'removed what has expired', await expire(inMoment))
})
