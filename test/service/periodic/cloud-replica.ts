import { pino } from 'pino'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { readSettings } from '../../../service/settings.ts'
import { startService } from '../../../service/start.ts'

/** A program: the service as it is, but that its own leases last a second and a half, so that a test sees one end. */
const log = pino({ level: 'warn', base: null })
const { address } = await startService({ ...readSettings(process.env), processes: 1 }, log, {
  intervals: { ...defaultIntervals, heartbeat_ms: 200, fence_ms: 1_200, lease_ms: 1_500 },
})
process.stdout.write(`Coffer listens on ${address}\n`)
