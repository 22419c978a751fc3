import { setTimeout as pause } from 'node:timers/promises'
import { message } from '../../shared/messages/message.ts'
import type { components } from '../../shared/contract/api-types.ts'
import type { Connection } from './connection.ts'
import { CommandError, type ExitCode, exitCodes } from './exit-codes.ts'
import type { Output } from './output.ts'
import { rowsOf } from './pages.ts'
import { printableLine } from './printable.ts'
import type { Column } from './table.ts'

export type Run = components['schemas']['Run']

export const runColumns: Column<Run>[] = [
  { title: 'DEVICE', of: ({ device_name: name }) => name },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'KIND', of: ({ kind }) => kind },
  { title: 'QUEUED', of: ({ queued_at: at }) => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')}Z` },
  { title: 'TOOK', of: (run) => lengthOf(run) },
  { title: 'RUN', of: ({ id }) => id },
  { title: 'WHAT', of: ({ error, warnings, waiting }) => error ?? waiting?.message ?? warnings.join('; ') },
]

/** Returns a line for a step of a test. */
export function stepLine({ name, ok, detail }: Run['steps'][number]): string {
  return [name, ok ? 'ok' : 'failed', ...(detail ? [detail] : [])].join(': ')
}

const firstPauseMs = 300
const longestPauseMs = 3_000

/** Returns whether the run changes only by a user's action. A restore in its confirmation window waits for a user. */
export function hasEnded({ status }: Run): boolean {
  return !['queued', 'running', 'retrying'].includes(status)
}

/** Returns the exit code for runs. A partial backup is not a success. */
export function exitCodeOfRuns(runs: readonly Run[]): ExitCode {
  const isGood = runs.every(({ status }) => ['succeeded', 'unchanged', 'awaiting_confirmation'].includes(status))
  return isGood ? exitCodes.done : exitCodes.notGood
}

/** Of up to this many runs, each failure that Coffer retries is reported. */
const reportedRuns = 10

/**
 * Waits until these runs of a tenant have ended. Shows how many have ended, and each failure that Coffer retries.
 * @param deadlineMs on the clock of `performance.now()`
 * @returns the ended runs, in order
 * @throws CommandError if they do not end in time
 */
export async function awaitRuns(
  { api }: Connection,
  tenant: string | undefined,
  runs: readonly Run[],
  deadlineMs: number,
  out: Output,
): Promise<Run[]> {
  const known = new Map(runs.map((run) => [run.id, run]))
  const since = runs
    .map(({ queued_at: at }) => at)
    .reduce((first, at) => (at < first ? at : first), runs[0]?.queued_at ?? '')
  const reported = new Set<string>()
  const reportRetry = (run: Run) => {
    const failure = `${run.id} ${run.device_failures + run.losses}`
    if (known.size > reportedRuns || run.status !== 'retrying' || reported.has(failure)) return
    reported.add(failure)
    out.notice(printableLine(`${run.device_name}: ${run.error ?? run.status} Coffer retries the run.`))
  }
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const open = [...known.values()].filter((run) => !hasEnded(run))
    if (open.length === 0) return [...known.values()]
    for (const run of open) reportRetry(run)
    const retried = open.filter(({ status }) => status === 'retrying').length
    const ended = `${known.size - open.length} of ${known.size} runs have ended`
    out.progress(retried > 0 ? `${ended}, ${retried} failed and will be retried` : ended)
    const left = deadlineMs - performance.now()
    if (left <= 0) {
      const first = open[0]!
      throw new CommandError(
        exitCodes.timedOut,
        message('runs_not_ended', {
          open: open.length,
          total: known.size,
          device: first.device_name,
          status: first.status,
        }),
        message('run_command', { command: `coffer runs show ${first.id}` }),
      )
    }
    await pause(Math.min(pauseMs, left))
    if (open.length === 1) known.set(open[0]!.id, await runOf(api, open[0]!.id, tenant))
    else for await (const run of runsSince(api, since, tenant)) if (known.has(run.id)) known.set(run.id, run)
  }
}

async function runOf(api: Connection['api'], id: string, tenant: string | undefined): Promise<Run> {
  const { data } = await api.GET('/api/runs/{run_id}', { params: { path: { run_id: id }, query: { tenant } } })
  return data!
}

function runsSince(api: Connection['api'], since: string, tenant: string | undefined): AsyncGenerator<Run> {
  return rowsOf<Run>((page) => api.GET('/api/runs', { params: { query: { since, tenant, ...page } } }))
}

function lengthOf({ started_at: from, finished_at: to }: Run): string | null {
  return from && to ? `${Math.round((Date.parse(to) - Date.parse(from)) / 100) / 10} s` : null
}
