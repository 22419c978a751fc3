import { createHash } from 'node:crypto'
import { platformById } from '../../../../shared/platforms/registry.ts'
import type { Span } from '../../../outbound/traces/span.ts'
import type { LogLine } from '../../jobs/read-run-log.ts'
import type { EndedRun, TracedAttempt } from './read-ended-runs.ts'

/** An attempt with the lines that its agent logged, in order. */
export interface LoggedAttempt extends TracedAttempt {
  lines: readonly Pick<LogLine, 'at' | 'message'>[]
}

/** Limits the spans of a run: a platform may need hundreds of commands. */
const maxSteps = 200

/**
 * Returns the trace of a run that ended: the run, its waits for an agent, its attempts, and the steps of each. The trace
 * has the run's id, so agents need no field for it. Texts of devices, addresses and user names are left out.
 */
export function buildRunSpans(run: EndedRun, attempts: readonly LoggedAttempt[]): Span[] {
  const create = spanFactory(run.id)
  const last = attempts.at(-1)
  const endedAt = latest(run.finishedAt, last?.committedAt)
  const failure = run.errorCode ?? (run.status === 'failed' ? 'failed' : undefined)
  const root = create(null, `run ${run.kind}`, run.queuedAt, endedAt, {
    ...attributesOfRun(run),
    'coffer.attempts': attempts.length,
    'coffer.agent.id': last?.agentId,
    'coffer.failure.code': run.errorCode,
  })
  if (failure !== undefined) root.failure = failure
  const spans = [root]
  let waitingSince = run.queuedAt
  for (const attempt of attempts) {
    spans.push(create(root, 'queue', waitingSince, attempt.startedAt, { 'coffer.agent.id': attempt.agentId }))
    spans.push(...buildAttemptSpans(create, root, run, attempt))
    waitingSince = attempt.endedAt
  }
  if (attempts.length === 0) spans.push(create(root, 'queue', waitingSince, run.finishedAt, {}))
  return spans
}

function attributesOfRun(run: EndedRun): Span['attributes'] {
  return {
    'coffer.run.id': run.id,
    'coffer.run.kind': run.kind,
    'coffer.run.trigger': run.trigger,
    'coffer.device.id': run.deviceId,
    'coffer.tenant.slug': run.slug,
    'coffer.platform': run.platform,
    'coffer.transport': run.transport,
    'coffer.outcome': run.status,
  }
}

function buildAttemptSpans(create: CreateSpan, root: Span, run: EndedRun, attempt: LoggedAttempt): Span[] {
  const { startedAt, reportedAt, committedAt } = attempt
  const endedAt = latest(attempt.endedAt, committedAt)
  const span = create(root, `attempt ${attempt.number}`, startedAt, endedAt, {
    'coffer.agent.id': attempt.agentId,
    'coffer.outcome': attempt.outcome,
    'coffer.failure.code': attempt.errorCode,
  })
  if (attempt.errorCode !== null) span.failure = attempt.errorCode
  const leftAt = reportedAt ?? attempt.endedAt
  const steps = stepsOf(run.platform, attempt, leftAt)
  if (steps.length > maxSteps) span.attributes['coffer.steps.omitted'] = steps.length - maxSteps
  const shown = steps.slice(0, maxSteps).map(({ name, from, to, attributes, failure }) => {
    const step = create(span, name, within(from, startedAt, leftAt), within(to, startedAt, leftAt), attributes)
    return failure === undefined ? step : { ...step, failure }
  })
  const bytes = steps.reduce((sum, { attributes }) => sum + Number(attributes['coffer.bytes'] ?? 0), 0)
  if (bytes > 0) span.attributes['coffer.bytes'] = bytes
  if (reportedAt === null || committedAt === null) return [span, ...shown]
  return [
    span,
    ...shown,
    create(span, 'verify', reportedAt, latest(attempt.endedAt, reportedAt), {}),
    create(span, 'commit', attempt.endedAt, committedAt, {}),
  ]
}

interface Step {
  name: string
  from: Date
  to: Date
  attributes: Span['attributes']
  failure?: string
}

/** Reads steps out of the log: each line has the time of its end, and most have their duration. */
function stepsOf(platform: string, { lines, errorCode, startedAt }: LoggedAttempt, reportedAt: Date): Step[] {
  const steps: Step[] = []
  const artifacts = artifactsByCommand(platform)
  const keys = new Set(Object.keys(platformById(platform)?.artifacts ?? {}))
  const longestMs = reportedAt.getTime() - startedAt.getTime()
  let connecting: Date | undefined
  let changedAt: Date | undefined
  for (const { at, message } of lines) {
    const to = new Date(at)
    if (!message || Number.isNaN(to.getTime())) continue
    const { code, params } = message
    if (isConnecting.has(code)) connecting = to
    else if (isConnected.has(code) || isFailed.has(code)) {
      const failure = isFailed.has(code) ? { failure: errorCode ?? 'failed' } : {}
      if (connecting) steps.push({ name: 'login', from: connecting, to, attributes: {}, ...failure })
      connecting = undefined
    } else if (isRead.has(code)) {
      const milliseconds = countUpTo(longestMs, params['milliseconds'])
      if (milliseconds === null) continue
      const key = code === 'log_artifact_read' ? String(params['artifact']) : artifacts.get(String(params['command']))
      steps.push({
        name: key !== undefined && keys.has(key) ? `read ${key}` : 'command',
        from: new Date(to.getTime() - milliseconds),
        to,
        attributes: { 'coffer.bytes': countUpTo(maxBytes, params['bytes']) },
      })
    } else if (code === 'log_artifact_changed') changedAt ??= to
  }
  if (changedAt) steps.push({ name: 'upload', from: changedAt, to: reportedAt, attributes: {} })
  return steps
}

/** A step reads less than this. The sum of the steps of a run remains a safe integer. */
const maxBytes = 2 ** 40

/** Returns a number that an agent sent; null unless it is a whole number from 0 to `max`. */
function countUpTo(max: number, value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max ? (value as number) : null
}

const isConnecting = new Set(['log_connecting_ssh', 'log_connecting_https'])
const isConnected = new Set([
  'log_ssh_established',
  'log_ssh_established_unnamed',
  'log_tls_established',
  'log_dashboard_connected',
])
const isFailed = new Set(['log_failure', 'log_failure_of_transport'])
const isRead = new Set(['log_artifact_read', 'log_command_read', 'log_command_ended'])

/** Commands of platforms of the product. Other commands are texts of users, which a trace does not name. */
function artifactsByCommand(platform: string): Map<string, string> {
  const { ssh } = platformById(platform) ?? {}
  if (ssh?.driver !== 'shell' && ssh?.driver !== 'fortios-shell') return new Map()
  return new Map(
    Object.entries(ssh.artifacts).flatMap(([key, { commands }]) =>
      commands.map((command): [string, string] => [command, key]),
    ),
  )
}

type CreateSpan = (
  parent: Span | null,
  name: string,
  startedAt: Date,
  endedAt: Date,
  attributes: Span['attributes'],
) => Span

/** Ids are derived from the run and the position of the span, so a trace that is sent twice has the same spans. */
function spanFactory(runId: string): CreateSpan {
  const traceId = runId.replaceAll('-', '')
  let count = 0
  return (parent, name, startedAt, endedAt, attributes) => ({
    traceId,
    spanId: createHash('sha256').update(`${runId} ${count++}`).digest('hex').slice(0, 16),
    ...(parent && { parentSpanId: parent.spanId }),
    name,
    startedAt,
    endedAt: latest(endedAt, startedAt),
    attributes,
  })
}

function latest(one: Date, other: Date | null | undefined): Date {
  return other && other > one ? other : one
}

/** The clock of an agent may be ahead by the time that an exchange takes. */
function within(at: Date, from: Date, to: Date): Date {
  return new Date(Math.min(Math.max(at.getTime(), from.getTime()), to.getTime()))
}
