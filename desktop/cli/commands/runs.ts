import { setTimeout as pause } from 'node:timers/promises'
import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { type Run, exitCodeOfRuns, hasEnded, runColumns, stepLine } from '../await-runs.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findDevice } from '../find-device.ts'
import { shortInstant, sinceOf } from '../instant.ts'
import { isUuid } from '../is-uuid.ts'
import { dataOf, limitOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'

type LogLine = components['schemas']['LogLine']

/** Every status of a run; a test compares it with the contract. */
export const runStatuses = [
  'queued',
  'running',
  'retrying',
  'succeeded',
  'unchanged',
  'partial',
  'blocked',
  'failed',
  'cancelled',
  'awaiting_confirmation',
  'reverted',
  'unknown',
] as const satisfies readonly Run['status'][]

const runWord = { name: 'RUN|DEVICE', isDevice: true } as const

export const runs = command({
  name: 'runs',
  summary: 'List runs, latest first',
  words: [],
  options: {
    failed: { type: 'boolean', description: 'only failed, blocked, partial and unknown runs' },
    device: { type: 'string', value: 'DEVICE', description: 'of this device' },
    status: {
      type: 'string',
      multiple: true,
      value: 'STATUS',
      oneOf: runStatuses,
      description: 'only of this status; can be repeated',
    },
    since: { type: 'string', value: 'WHEN', description: 'only runs since then: a date, a time, or 24h (ago)' },
    limit: { type: 'string', value: 'N', description: 'maximum number, or all; default 50' },
  },
  examples: [['coffer runs --failed --since 24h', 'failures since yesterday']],
  async run({ values, connect, out, now }) {
    const connection = connect()
    const device = values.device === undefined ? undefined : await findDevice(connection, values.device)
    const query = {
      tenant: device?.tenant_id ?? (await connection.tenantId()),
      device_id: device?.id,
      failed_only: values.failed,
      status: values.status,
      since: sinceOf(values.since, now()),
    }
    const found = rowsOf<Run>(
      (page) => connection.api.GET('/api/runs', { params: { query: { ...query, ...page } } }),
      limitOf(values.limit, 50),
    )
    await out.list(found, runColumns, 'no runs match')
  },
})

type Cause = components['schemas']['FailureCause']

export const runCauses = command({
  name: 'runs causes',
  summary: 'Group devices by the cause of their last failed backup',
  details: 'Most frequent cause first, with the latest run as an example.',
  words: [],
  options: { platform: { type: 'string', value: 'PLATFORM', description: 'only of this platform' } },
  examples: [['coffer runs causes', 'common causes of many failed backups']],
  async run({ values, connect, out }) {
    const connection = connect()
    const platform = values.platform as components['schemas']['PlatformId'] | undefined
    const query = { tenant: await connection.tenantId(), platform }
    await out.list(
      dataOf(await connection.api.GET('/api/backups/failures', { params: { query } })),
      [
        { title: 'DEVICES', of: ({ devices }: Cause) => String(devices) },
        { title: 'STATUS', of: ({ status }) => status },
        { title: 'CAUSE', of: ({ error_code: code }) => code ?? '-' },
        { title: 'LATEST', of: ({ latest }) => latest.device_name },
        { title: 'WHAT', of: ({ latest }) => latest.error ?? '' },
      ],
      'no device whose last backup failed',
    )
  },
})

export const showRun = command({
  name: 'runs show',
  summary: 'Show a run, or the latest of a device; exits with 8 unless it succeeded',
  words: [runWord],
  options: {},
  examples: [['coffer runs show edge1', 'with the result of each artifact']],
  async run({ words: [named = ''], connect, out }) {
    const run = await findRun(connect(), named)
    await out.thing(run, () => formatRun(run))
    return hasEnded(run) ? exitCodeOfRuns([run]) : exitCodes.done
  },
})

export const runLog = command({
  name: 'runs log',
  summary: 'Print the log of a run, or of the latest of a device',
  words: [runWord],
  options: { follow: { type: 'boolean', short: 'f', description: 'follow until the run ends' } },
  examples: [['coffer runs log edge1 --follow', 'follows the log']],
  async run({ words: [named = ''], values, connect, out }) {
    const connection = connect()
    const run = await findRun(connection, named)
    if (out.form !== 'people') return void (await out.list(linesOf(connection, run, values.follow === true), [], ''))
    for await (const { at, level, line } of linesOf(connection, run, values.follow === true)) {
      const mark = level === 'info' ? '' : `${level}: `
      await out.write(`${shortInstant(at)} ${mark}${printableLine(line)}\n`)
    }
  },
})

export const cancelRun = command({
  name: 'runs cancel',
  summary: 'Cancel a run, or the latest of a device',
  words: [runWord],
  options: {},
  examples: [['coffer runs cancel edge1', 'a running job is stopped by its agent']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const { id, tenant_id: tenant } = await findRun(connection, named)
    const params = { path: { run_id: id }, query: { tenant } }
    const run = dataOf(await connection.api.POST('/api/runs/{run_id}/cancel', { params }))
    await out.thing(run, () => `the run of ${run.device_name} is ${hasEnded(run) ? run.status : 'asked to stop'}\n`)
  },
})

/**
 * Returns the run with this id, or the latest run of the device with this name.
 * @throws CommandError
 */
async function findRun(connection: Connection, named: string): Promise<Run> {
  const { api } = connection
  if (isUuid(named)) {
    const params = { path: { run_id: named }, query: { tenant: await connection.tenantId() } }
    return dataOf(await api.GET('/api/runs/{run_id}', { params }))
  }
  const { id, name, tenant_id: tenant } = await findDevice(connection, named)
  const [run] = dataOf(await api.GET('/api/runs', { params: { query: { device_id: id, tenant, limit: 1 } } }))
  if (run) return run
  throw new CommandError(
    exitCodes.notFound,
    message('device_without_run', { device: name }),
    message('run_command', { command: `coffer trigger ${name}` }),
  )
}

const followMs = 1_000
const longestLog = 1_000

/** Yields the lines in order, of an ended run or as they arrive. */
async function* linesOf({ api }: Connection, run: Run, isFollowing: boolean): AsyncGenerator<LogLine> {
  const path = { run_id: run.id }
  const tenant = run.tenant_id
  let after = 0
  let isOver = !isFollowing || hasEnded(run)
  for (;;) {
    const params = { path, query: { tenant, after, limit: longestLog } }
    const lines = dataOf(await api.GET('/api/runs/{run_id}/log', { params }))
    yield* lines
    after = lines.at(-1)?.seq ?? after
    if (lines.length === longestLog) continue
    if (isOver) return
    await pause(followMs)
    isOver = hasEnded(dataOf(await api.GET('/api/runs/{run_id}', { params: { path, query: { tenant } } })))
  }
}

function formatRun(run: Run): string {
  const lines = [
    `${run.kind} of ${run.device_name}: ${run.status}`,
    `queued ${shortInstant(run.queued_at)} by ${run.requested_by}, started ${shortInstant(run.started_at) ?? '-'}, ended ${shortInstant(run.finished_at) ?? '-'}`,
    ...(run.progress ? [progressLine(run.progress)] : []),
    ...(run.error ? [run.error] : []),
    ...(run.waiting ? [run.waiting.message] : []),
    ...run.warnings.map((warning) => `warning: ${warning}`),
    ...run.steps.map(stepLine),
    ...run.artifacts.map(({ key, transport, outcome, message }) =>
      `${key} over ${transport}: ${outcome} ${message ?? ''}`.trimEnd(),
    ),
    ...(run.lab_mode ? ['LAB MODE: this is the backup of no real device'] : []),
  ]
  return lines.map((line) => `${printableLine(line)}\n`).join('')
}

function progressLine({ files, total_files: totalFiles, bytes, total_bytes: total, bytes_per_second: rate }: Progress) {
  const mib = (size: number) => `${(size / 2 ** 20).toFixed(1)} MiB`
  return `${files} of ${totalFiles} files read, ${mib(bytes)} of ${mib(total)}, ${mib(rate)} a second`
}

type Progress = components['schemas']['RunProgress']
