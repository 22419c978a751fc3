import { setTimeout as pause } from 'node:timers/promises'
import { reap } from '../domain/jobs/reap.ts'
import { runPeriodic } from './run-periodic.ts'

/** Lives as long as the service: every few seconds it puts jobs right that nobody else will. */
await runPeriodic('scheduler', async ({ settings: { timeZone }, everyMs, resultGraceMs, inMoment, tell, stopping }) => {
  let troubled = false
  while (!stopping.aborted) {
    try {
      const reaped = await reap(inMoment, { everyMs, resultGraceMs, timeZone })
      const { due: _due, ...touched } = reaped
      if (Object.values(touched).some((count) => count > 0)) tell('info', 'put jobs right', touched)
      troubled = false
    } catch (error) {
      if (!troubled) tell('warn', `cannot look after jobs: ${error instanceof Error ? error.message : error}`)
      troubled = true
    }
    await pause(everyMs, undefined, { signal: stopping }).catch(() => undefined)
  }
})
