import { pino } from 'pino'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { readSettings } from '../../../service/settings.ts'
import { startService } from '../../../service/start.ts'

/**
 * Runs the service, except that it kills itself with SIGKILL at the failpoint that COFFER_TEST_DIE_AT names, and that
 * its agents send heartbeats more often.
 */
const dieAt = process.env['COFFER_TEST_DIE_AT']
const { address } = await startService({ ...readSettings(process.env), processes: 1 }, pino({ level: 'silent' }), {
  intervals: { ...defaultIntervals, heartbeat_ms: 500, claim_wait_ms: 1_000 },
  failpoint(name) {
    if (name === dieAt) process.kill(process.pid, 'SIGKILL')
  },
})
process.stdout.write(`Coffer listens on ${address}\n`)
