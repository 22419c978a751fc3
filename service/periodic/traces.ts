import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import metadata from '../../package.json' with { type: 'json' }
import { exportTraces } from '../domain/reporting/traces/export-traces.ts'
import { sendSpans } from '../outbound/traces/send-spans.ts'
import type { PeriodicSetting } from './run-periodic.ts'

/** Interval between two checks for runs that ended. */
const everyMs = 5_000

/** Largest interval while the collector does not respond. */
const longestMs = 120_000

/** Sends the traces of runs to the collector of the settings. Waits for the stop of the service if there is none. */
export async function runTraces(setting: PeriodicSetting): Promise<void> {
  const { settings, keys, now, runInSystemTransaction, log, stopping } = setting
  const { traces } = settings
  const rest = (ms?: number) => pause(ms ?? 2 ** 30, undefined, { signal: stopping }).catch(() => undefined)
  if (!traces) return rest()
  const source = { version: metadata.version, host: hostname() }
  const dependencies = {
    ...{ runInSystemTransaction, keys, now, holder: randomUUID(), percent: traces.percent },
    send: (spans: Parameters<typeof sendSpans>[2]) => sendSpans(traces, source, spans),
  }
  for (let waitMs = everyMs; !stopping.aborted;) {
    try {
      while (!stopping.aborted && (await exportTraces(dependencies)) > 0);
      waitMs = everyMs
    } catch (error) {
      if (waitMs === everyMs && !stopping.aborted)
        log('warn', `cannot send traces: ${error instanceof Error ? error.message : error}`)
      waitMs = Math.min(waitMs * 2, longestMs)
    }
    await rest(waitMs)
  }
}
