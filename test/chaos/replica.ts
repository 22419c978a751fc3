import { pino } from 'pino'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { exitOnUncaughtError } from '../../service/exit-on-uncaught-error.ts'
import { readSettings } from '../../service/settings.ts'
import { startService } from '../../service/start.ts'

/** Short intervals, with the protocol's proportions: otherwise each lost lease would cost 90 seconds. */
const intervals = {
  ...defaultIntervals,
  claim_wait_ms: 3_000,
  claim_give_up_ms: 6_000,
  heartbeat_ms: 2_500,
  offer_ms: 6_000,
  fence_ms: 12_000,
  lease_ms: 15_000,
}

/** Runs the unchanged service except for these intervals, which no setting can change. */
const log = pino({ level: 'warn' })
exitOnUncaughtError(log)
const { address } = await startService({ ...readSettings(process.env), processes: 1 }, log, { intervals })
process.stdout.write(`Coffer listens on ${address}\n`)
