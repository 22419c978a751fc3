import { pino } from 'pino'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { readSettings } from '../../../service/settings.ts'
import { startService } from '../../../service/start.ts'

/**
 * A program: the service as it is, but that it kills itself at the moment that COFFER_TEST_DIE_AT names, as SIGKILL
 * does, and that it has agents beat more often.
 */
const dieAt = process.env['COFFER_TEST_DIE_AT']
const { address } = await startService({ ...readSettings(process.env), processes: 1 }, pino({ level: 'silent' }), {
  intervals: { ...defaultIntervals, heartbeat_ms: 500, claim_wait_ms: 1_000 },
  failpoint(name) {
    if (name === dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
process.stdout.write(`Coffer listens on ${address}\n`)
