import type { Keyring } from '../../../keys/keyring.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import type { Span } from '../../../outbound/traces/span.ts'
import type { JobLogBlock } from '../../../store/models/job-log-block.ts'
import { openLog } from '../../jobs/read-run-log.ts'
import type { RunInSystemTransaction } from '../../kernel/context.ts'
import { type EndedRun, readEndedAttempts, readEndedRuns, readLogs, type TracedAttempt } from './read-ended-runs.ts'
import { type LoggedAttempt, buildRunSpans } from './run-spans.ts'
import { TraceLeaseLost, acquireTraceLease, advanceTraces, renewTraceLease, skipOldRuns } from './trace-lease.ts'

export interface TraceDependencies {
  runInSystemTransaction: RunInSystemTransaction
  keys: Keyring
  now: () => Date
  /** Identifies this process. */
  holder: string
  /** Percentage of the runs that are sent. */
  percent: number
  /**
   * Calls `beforeRequest` before each request, and returns the ids of the traces that the collector rejected.
   * @throws if the spans were not accepted, and what `beforeRequest` throws
   */
  send: (spans: Span[], beforeRequest: () => Promise<void>) => Promise<Set<string>>
}

/** Runs of one pass. Their rows and logs are in memory while they are sent. */
const runsOfPass = 100

/** A commit may need this long after the time that it writes. A run that commits later has no trace. */
const commitGraceMs = 15_000

/**
 * Sends the traces of runs that ended, up to a number, and remembers the last one. The lease is
 * renewed before each request, and the sending ends if another process has it. No connection to the database is used meanwhile.
 * @returns the number of runs that it has handled; fewer than were due if a pass is full
 */
export async function exportTraces(dependencies: TraceDependencies): Promise<number> {
  const { runInSystemTransaction, now, holder, percent, send } = dependencies
  const due = await runInSystemTransaction(async (context) => {
    const held = await acquireTraceLease(context, holder)
    if (!held) return null
    const until = new Date(now().getTime() - commitGraceMs)
    const runs = await readEndedRuns(context, await skipOldRuns(context, held), until, runsOfPass)
    const sampled = runs.filter(({ id }) => isSampled(id, percent))
    if (sampled.length === 0) return { runs, sampled, attempts: [], blocks: [] }
    return { runs, sampled, attempts: await readEndedAttempts(context, sampled), blocks: await readLogs(context, sampled) } // prettier-ignore
  })
  const last = due?.runs.at(-1)
  if (!due || !last) return 0
  const { sampled } = due
  const spans = await createSpans(dependencies.keys, due)
  try {
    const renew = () => runInSystemTransaction((context) => renewTraceLease(context, holder))
    const dropped = spans.length > 0 ? (await send(spans, renew)).size : 0
    const counts = { exported: sampled.length - dropped, dropped }
    await runInSystemTransaction((context) => advanceTraces(context, holder, last.position, counts))
  } catch (error) {
    if (error instanceof TraceLeaseLost) return 0
    throw error
  }
  return due.runs.length
}

/** The last digits of a run's id are random, so all replicas make the same choice without a table. */
export function isSampled(runId: string, percent: number): boolean {
  return (Number.parseInt(runId.slice(-8), 16) / 2 ** 32) * 100 < percent
}

interface DueTraces {
  sampled: EndedRun[]
  attempts: TracedAttempt[]
  blocks: JobLogBlock[]
}

/** Opens the log of one run at a time: opened lines need several times the memory of the sealed blocks. */
async function createSpans(keys: Keyring, { sampled, attempts, blocks }: DueTraces): Promise<Span[]> {
  const attemptsOf = Map.groupBy(attempts, ({ jobId }) => jobId)
  const blocksOf = Map.groupBy(blocks, ({ jobId }) => jobId)
  const spans: Span[] = []
  for (const run of sampled) {
    const lines = await openLines(keys, run.tenantId, blocksOf.get(run.id) ?? [])
    const logged = (attemptsOf.get(run.id) ?? []).map((attempt) => {
      return { ...attempt, lines: lines.get(attempt.leaseId) ?? [] }
    })
    spans.push(...buildRunSpans(run, logged))
  }
  return spans
}

/** Returns the lines of a run by lease. Those of a tenant whose keys were destroyed cannot be read. */
async function openLines(
  keys: Keyring,
  tenantId: string,
  blocks: readonly JobLogBlock[],
): Promise<Map<string, LoggedAttempt['lines']>> {
  const lines = new Map<string, LoggedAttempt['lines']>()
  if (blocks.length === 0) return lines
  try {
    const own = await keys.of(tenantId)
    for (const [leaseId, ofLease] of Map.groupBy(blocks, (block) => block.leaseId)) {
      lines.set(leaseId, openLog({ blocks: ofLease, after: -1, limit: Infinity }, own))
    }
  } catch (error) {
    if (!(error instanceof KeysDestroyed)) throw error
  }
  return lines
}
