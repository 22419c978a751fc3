import { pino } from 'pino'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { readSettings } from '../../../service/settings.ts'
import { startService } from '../../../service/start.ts'

/** Runs the unchanged service except that its own leases last 1.5 s, so that a test can observe their end. */
const log = pino({ level: 'warn', base: null })
const { address } = await startService({ ...readSettings(process.env), processes: 1 }, log, {
  intervals: { ...defaultIntervals, heartbeat_ms: 200, fence_ms: 1_200, lease_ms: 1_500 },
})
process.stdout.write(`Coffer listens on ${address}\n`)
