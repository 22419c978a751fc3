import { message } from '../shared/messages/message.ts'
import { fingerprintOf } from '../shared/repository/fingerprint.ts'
import type { RunLog } from './collect/captured.ts'
import { DeviceFailure } from './device-failure.ts'
import { failureOf, findingsOfFailure } from './job-result.ts'
import type { JobResult, JobLink } from './job-link.ts'
import { type JobSpec, secretsOf } from './job-spec.ts'
import { JobAborted } from './job-aborted.ts'
import type { LeasedJob } from './leased-job.ts'
import type { RestoreOutcome, RestoreJob, RestoreProcedure } from './procedures/restore-procedure.ts'
import { junosRestore } from './procedures/routeco_junos-restore.ts'
import type { RunContext } from './run-context.ts'
import { reportedWarnings } from './run-warnings.ts'

/** By platform id. */
const procedures: Readonly<Record<string, RestoreProcedure>> = { routeco_junos: junosRestore }

/**
 * How long a cancelled or late job may take to leave the device unchanged, in milliseconds; its session is then closed.
 * Its worker is killed shortly after.
 */
const politeMs = 3_000

/**
 * Runs a restore or a follow-up job. If it is stopped before its commit, it restores the device's state and ends with
 * the signal's reason; a lost lease closes the session at once. After the commit it is not stopped.
 * @throws DeviceFailure; the signal's reason
 */
export async function runRestore(
  { order, target }: LeasedJob,
  link: JobLink,
  around: RunContext,
  log: RunLog,
): Promise<JobResult> {
  const { procedure, job } = procedureFor(order)
  let text: Promise<Buffer> | undefined
  const stopping = stopPolitely(around.signal)
  const secrets = secretsOf(order)
  const dependencies = {
    openSsh: around.openSsh,
    timeouts: around.timeouts,
    shellLimits: around.shellLimits,
    checkFingerprint: link.checkFingerprint,
    now: around.now,
    log,
    signal: stopping.signal,
    text: () => (text ??= fetchText(job, target, link)),
    checkpoint: () => around.signal.throwIfAborted(),
    committing() {
      stopping.forget()
      around.onCommitting?.()
    },
  }
  try {
    return buildJobResult(await act(order.kind, procedure)(job, dependencies))
  } catch (failure) {
    // reported even if a stop was requested
    if (stopping.isForgotten) return findingsOfFailure(failureOf(failure, secrets))
    around.signal.throwIfAborted()
    throw failure
  } finally {
    stopping.forget()
  }
}

/** @throws DeviceFailure restore_damaged if the text is not the one that the job names */
async function fetchText({ restore }: RestoreJob, { chunkIdKey }: LeasedJob['target'], link: JobLink): Promise<Buffer> {
  const text = await link.payload()
  if (text.length === restore.sizeBytes && fingerprintOf(chunkIdKey, text) === restore.fingerprint) return text
  const seen = `${text.length} bytes that are not those of the version`
  throw new DeviceFailure('restore_damaged', { step: message('step_fetching_configuration'), seen })
}

function act(kind: JobSpec['kind'], { apply, confirm, inspect }: RestoreProcedure) {
  if (kind === 'restore') return apply
  return kind === 'restore_confirm' ? confirm : inspect
}

/** @throws DeviceFailure platform_unsupported */
function procedureFor(order: JobSpec): { procedure: RestoreProcedure; job: RestoreJob } {
  const { restore, kind, device } = order
  const procedure = Object.hasOwn(procedures, device.platform) ? procedures[device.platform] : undefined
  const isKnown = kind === 'restore' || kind === 'restore_confirm' || kind === 'restore_check'
  if (procedure && restore && isKnown) return { procedure, job: { ...order, restore } }
  throw new DeviceFailure('platform_unsupported', {
    step: message('step_reading_job'),
    seen: `${kind} of ${device.platform}`,
  })
}

/**
 * Returns a signal that is aborted at once if the lease is lost, and otherwise after a grace period for leaving the
 * device unchanged.
 */
function stopPolitely(job: AbortSignal) {
  const session = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let isForgotten = false
  const stop = () => {
    const isLost = !(job.reason instanceof JobAborted) || job.reason.reason === 'lost'
    if (isLost) session.abort(job.reason)
    else timer = setTimeout(() => session.abort(job.reason), politeMs)
  }
  if (job.aborted) stop()
  else job.addEventListener('abort', stop, { once: true })
  return {
    signal: session.signal,
    get isForgotten() {
      return isForgotten
    },
    forget() {
      isForgotten = true
      clearTimeout(timer)
      job.removeEventListener('abort', stop)
    },
  }
}

function buildJobResult({ warnings, failure, ...restore }: RestoreOutcome): JobResult {
  const reported = failure && { error: failure.message, failure: failure.toData() }
  const report = { ...reported, ...reportedWarnings(warnings), steps: [], artifacts: {} }
  return { outcome: 'restore', transport: 'ssh', artifacts: [], restore, report }
}
