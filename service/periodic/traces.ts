import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import metadata from '../../package.json' with { type: 'json' }
import type { Span } from '../outbound/traces/span.ts'
import type { TraceSettings } from '../settings.ts'
import type { PeriodicSetting } from './run-periodic.ts'

/** Interval between two checks for runs that ended. */
const everyMs = 5_000

/** Largest interval while the collector does not respond. */
const longestMs = 120_000

/** The longest timer of Node. A loop that ends is started again. */
const neverMs = 2 ** 31 - 1

/** Sends the traces of runs to the configured collector. Without a collector, does nothing until the service stops. */
export async function runTraces(setting: PeriodicSetting): Promise<void> {
  const { settings, log, stopping } = setting
  const rest = (ms: number) => pause(ms, undefined, { signal: stopping }).catch(() => undefined)
  if (!settings.traces) return rest(neverMs)
  const exportDue = await loadExport(setting, settings.traces)
  for (let waitMs = everyMs; !stopping.aborted;) {
    try {
      while (!stopping.aborted && (await exportDue()) > 0);
      waitMs = everyMs
    } catch (error) {
      if (waitMs === everyMs && !stopping.aborted)
        log('warn', `cannot send traces: ${error instanceof Error ? error.message : error}`)
      waitMs = Math.min(waitMs * 2, longestMs)
    }
    await rest(waitMs)
  }
}

/** Loads the code only if traces are enabled. Returns a function that sends what is due, and returns the number of runs. */
async function loadExport(
  { keys, now, runInSystemTransaction }: PeriodicSetting,
  traces: TraceSettings,
): Promise<() => Promise<number>> {
  const { exportTraces } = await import('../domain/reporting/traces/export-traces.ts')
  const { sendSpans } = await import('../outbound/traces/send-spans.ts')
  const source = { version: metadata.version, host: hostname() }
  const dependencies = {
    ...{ runInSystemTransaction, keys, now, holder: randomUUID(), percent: traces.percent },
    send: (spans: Span[], beforeRequest: () => Promise<void>) => sendSpans(traces, source, spans, beforeRequest),
  }
  return () => exportTraces(dependencies)
}
