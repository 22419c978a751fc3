import { pino } from 'pino'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { exitOnUncaughtError } from '../../service/exit-on-uncaught-error.ts'
import { readSettings } from '../../service/settings.ts'
import { startService } from '../../service/start.ts'

/** Nobody should wait for a minute and a half before each lost lease: the proportions are the protocol's. */
const intervals = {
  ...defaultIntervals,
  claim_wait_ms: 3_000,
  claim_give_up_ms: 6_000,
  heartbeat_ms: 2_500,
  offer_ms: 6_000,
  fence_ms: 12_000,
  lease_ms: 15_000,
}

/** A program: the service as it is, but for the intervals, which no setting of the service can change. */
const log = pino({ level: 'warn' })
exitOnUncaughtError(log)
const { address } = await startService({ ...readSettings(process.env), processes: 1 }, log, { intervals })
process.stdout.write(`Coffer listens on ${address}\n`)
