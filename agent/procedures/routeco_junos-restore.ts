import { createHash } from 'node:crypto'
import { type StepMessage, failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { describeSize } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'
import { failureOf } from '../job-result.ts'
import type { RunWarning } from '../run-warnings.ts'
import type { RestoreDependencies, RestoreOutcome, RestoreJob, RestoreProcedure } from './restore-procedure.ts'
import { junosWords } from './routeco_junos-replies.ts'
import { type JunosSession, openJunosSession } from './routeco_junos-session.ts'
import {
  type CommitState,
  checkState,
  commitComment,
  readCommitState,
  removeLeftoverUpload,
  isRestoredConfigActive,
  historyWithoutRollback,
  uploadPath,
} from './routeco_junos-state.ts'

/** `load override` and `commit confirmed` over SSH. The steps follow the Junos CLI User Guide, "Load and commit". */
export const junosRestore: RestoreProcedure = {
  async apply(job, dependencies) {
    const text = await dependencies.text() // before connecting to the device
    return onDevice(job, dependencies, (junos) => uploadAndCommit(junos, dependencies, job, text))
  },

  confirm: (job, dependencies) =>
    onDevice(job, dependencies, async (junos) => {
      const state = await readCommitState(junos, job)
      await removeLeftoverUpload(junos, job)
      // Also if the device does not report a pending commit: the message varies, and an additional commit has no
      // effect.
      if (state.ours === 0) return confirm(junos, job, dependencies)
      const found = await checkState(junos, job, dependencies, state)
      const isInForce = found.state === 'pending' || found.state === 'in_force'
      if (isInForce && state.ours < 0) return confirm(junos, job, dependencies)
      if (state.isPending) throw otherCommitPending(junos, message('step_confirming_commit'))
      return found
    }),

  inspect: (job, dependencies) =>
    onDevice(job, dependencies, async (junos) => {
      await removeLeftoverUpload(junos, job)
      const readState = async () => checkState(junos, job, dependencies, await readCommitState(junos, job))
      const found = await readState()
      if (found.state !== 'not_committed') return found
      // A session that broke during the commit holds the candidate exclusively until the commit ends.
      if (await isFree(junos)) return readState()
      const warnings = [...found.warnings, message('warning_restore_configuration_mode_open')]
      return { ...found, may_change: true, warnings }
    }),
}

type Work = (junos: JunosSession) => Promise<RestoreOutcome>

async function onDevice(job: RestoreJob, dependencies: RestoreDependencies, work: Work): Promise<RestoreOutcome> {
  const junos = await openJunosSession(job, dependencies)
  try {
    return await work(junos)
  } finally {
    await junos.close()
  }
}

async function uploadAndCommit(
  junos: JunosSession,
  dependencies: RestoreDependencies,
  job: RestoreJob,
  text: Buffer,
): Promise<RestoreOutcome> {
  const before: CommitState = await readCommitState(junos, job)
  if (before.isPending) throw otherCommitPending(junos, message('step_checking_before_change'))
  const path = uploadPath(job)
  dependencies.checkpoint()
  let isUploaded = true
  const remove = async (command: string) => {
    const reply = await junos.ask(`${command} ${path}`, message('step_removing_upload'))
    isUploaded = false
    if (reply.trim() !== '' && !/no such file/i.test(reply))
      dependencies.log('warn', message('log_upload_left', { seen: junosWords(reply) }))
  }
  try {
    await junos.upload(path, text)
    await compareDigests(junos, path, text)
    dependencies.checkpoint()
    await enterConfigureExclusive(junos)
    return await loadAndCommit(junos, dependencies, job, () => remove('run file delete'))
  } finally {
    if (isUploaded) await remove('file delete').catch(() => removeUploadOverNewSession(job, dependencies))
  }
}

/** Removes the upload after the session broke. */
async function removeUploadOverNewSession(job: RestoreJob, dependencies: RestoreDependencies): Promise<void> {
  try {
    await onDevice(job, dependencies, async (junos) => {
      await removeLeftoverUpload(junos, job)
      return { state: 'not_committed', warnings: [] }
    })
  } catch {
    dependencies.log('warn', message('log_upload_left_after_break', { file: uploadPath(job) }))
  }
}

/** @throws DeviceFailure restore_damaged, command_refused */
async function compareDigests(junos: JunosSession, path: string, text: Buffer): Promise<void> {
  const step = message('step_comparing_checksum')
  const seen: string[] = []
  for (const [name, algorithm, digits] of digests) {
    const reply = await junos.ask(`file checksum ${name} ${path}`, step)
    const digest = new RegExp(`= ([0-9a-f]{${digits}})\\s*$`, 'm').exec(reply)?.[1]
    const expected = createHash(algorithm).update(text).digest('hex')
    if (digest === expected) return
    if (digest !== undefined)
      throw junos.fail('restore_damaged', {
        step,
        expected: message('expected_checksum', { checksum: expected }),
        seen: digest,
      })
    seen.push(junosWords(reply)) // an old release does not support SHA-256
  }
  throw junos.fail('command_refused', { step, expected: message('expected_checksum_of_upload'), seen: seen.join('\n') })
}

const digests = [
  ['sha-256', 'sha256', 64],
  ['md5', 'md5', 32],
] as const

/**
 * Enters the configuration mode exclusively: uncommitted changes of other users would be committed as well. @throws
 * DeviceFailure restore_busy
 */
async function enterConfigureExclusive(junos: JunosSession): Promise<void> {
  const step = message('step_entering_configuration_mode')
  const reply = await junos.ask('configure exclusive', step)
  if (/^Entering configuration mode/m.test(reply) && !/^error:/m.test(reply)) return
  const isBusy = /^error: configuration database (?:locked|modified)/m.test(reply)
  const facts = { step, expected: message('expected_exclusive_configuration'), seen: junosWords(reply) }
  throw junos.fail(isBusy ? 'restore_busy' : 'privilege_insufficient', facts)
}

/** Whether no user is in the configuration mode, which is left unchanged. @throws DeviceFailure of the connection */
async function isFree(junos: JunosSession): Promise<boolean> {
  try {
    await enterConfigureExclusive(junos)
  } catch (failure) {
    const isRefused = failure instanceof DeviceFailure && lockFailures.includes(failure.code)
    if (isRefused) return false
    throw failure
  }
  await junos.ask('exit', message('step_leaving_configuration_mode'))
  return true
}

const lockFailures: DeviceFailure['code'][] = ['restore_busy', 'privilege_insufficient']

/** Runs `work` in the configuration mode and leaves it in every outcome. Without a commit no change remains. */
async function loadAndCommit(
  junos: JunosSession,
  dependencies: RestoreDependencies,
  job: RestoreJob,
  removeUpload: () => Promise<void>,
): Promise<RestoreOutcome> {
  let isCommitting = false
  try {
    await load(junos, job)
    await removeUpload()
    const changes = await junos.ask('show | compare | no-more', message('step_comparing_candidate'))
    if (changes.trim() === '') {
      await discard(junos)
      return { state: 'unchanged', warnings: [] }
    }
    logChanges(dependencies, changes)
    dependencies.checkpoint()
    await check(junos)
    dependencies.checkpoint()
    dependencies.committing()
    isCommitting = true
    return await commitConfirmed(junos, dependencies, job)
  } catch (failure) {
    // a lost session discards it
    if (!isCommitting || !(failure instanceof SessionBrokenDuringCommit)) await discard(junos).catch(() => undefined)
    if (failure instanceof SessionBrokenDuringCommit)
      return { state: 'unknown', warnings: [], failure: failure.failure }
    throw failure
  }
}

/** The session ended, or its result is ambiguous, during a commit. */
class SessionBrokenDuringCommit extends Error {
  readonly failure: DeviceFailure

  constructor(failure: DeviceFailure) {
    super(failure.message)
    this.failure = failure
  }
}

/** @throws DeviceFailure restore_refused */
async function load(junos: JunosSession, job: RestoreJob): Promise<void> {
  const step = message('step_loading_configuration')
  const reply = await junos.ask(`load override ${uploadPath(job)}`, step)
  if (/^load complete\s*$/m.test(reply) && !/\berrors?\b/.test(reply)) return
  throw junos.fail('restore_refused', { step, expected: message('expected_load_complete'), seen: junosWords(reply) })
}

/** @throws DeviceFailure restore_refused */
async function check(junos: JunosSession): Promise<void> {
  const step = message('step_checking_candidate')
  const reply = await junos.ask('commit check', step)
  if (/^configuration check succeeds/m.test(reply) && !/^error:/m.test(reply)) return
  throw junos.fail('restore_refused', { step, expected: message('expected_check_succeeds'), seen: junosWords(reply) })
}

async function commitConfirmed(
  junos: JunosSession,
  dependencies: RestoreDependencies,
  job: RestoreJob,
): Promise<RestoreOutcome> {
  const { confirmMinutes } = job.restore
  const step = message('step_committing_with_rollback')
  const reply = await askCommit(junos, `commit confirmed ${confirmMinutes} comment "${commitComment(job)}"`, step)
  const isDone = /^commit complete/m.test(reply)
  const isRefused = /^error:/m.test(reply)
  if (isRefused && !isDone) {
    throw junos.fail('restore_refused', {
      step,
      expected: message('expected_commit_complete'),
      seen: junosWords(reply),
    })
  }
  if (!isDone || isRefused) {
    throw new SessionBrokenDuringCommit(
      junos.fail('restore_unknown', {
        step,
        expected: message('expected_commit_complete_without_error'),
        seen: junosWords(reply),
      }),
    )
  }
  const committedAt = dependencies.now().toISOString()
  dependencies.log('info', message('log_commit_pending', { minutes: confirmMinutes }))
  const warnings = await leaveAfterCommit(junos)
  return { state: 'pending', committed_at: committedAt, warnings }
}

/** The session may end after the answer, which is still valid. @throws SessionBrokenDuringCommit */
async function askCommit(junos: JunosSession, command: string, step: StepMessage): Promise<string> {
  try {
    return await junos.ask(command, step, 'last')
  } catch (failure) {
    const seen = failure instanceof DeviceFailure ? (failure.seen ?? '') : ''
    if (/commit complete/.test(seen)) return 'commit complete'
    throw new SessionBrokenDuringCommit(failureOf(failure, []))
  }
}

/**
 * Closes the session after a commit, which may have changed address, name or logins: a lost session is not a failure.
 */
async function leaveAfterCommit(junos: JunosSession): Promise<RunWarning[]> {
  try {
    await junos.ask('exit', message('step_leaving_configuration_mode'))
    return []
  } catch (failure) {
    return [message('warning_restore_session_ended', { failure: failureSentences(failureOf(failure, [])) })]
  }
}

async function discard(junos: JunosSession): Promise<void> {
  await junos.ask('rollback 0', message('step_discarding_candidate'))
  await junos.ask('exit', message('step_leaving_configuration_mode'))
}

/**
 * Confirms a commit. The time may expire before that is done; the configuration that is active afterwards decides.
 * @returns `confirmed`, `rolled_back`; `unknown` if the session broke while it committed or read the state
 * @throws DeviceFailure
 */
async function confirm(
  junos: JunosSession,
  job: RestoreJob,
  dependencies: RestoreDependencies,
): Promise<RestoreOutcome> {
  const step = message('step_confirming_commit')
  dependencies.checkpoint()
  await enterConfigureExclusive(junos)
  const changes = await junos.ask('show | compare | no-more', message('step_checking_for_other_changes'))
  if (changes.trim() !== '') {
    await discard(junos)
    throw junos.fail('restore_busy', {
      step,
      expected: message('expected_candidate_without_changes'),
      seen: describeSize(changes),
    })
  }
  dependencies.checkpoint()
  dependencies.committing()
  let reply: string
  try {
    reply = await askCommit(junos, 'commit', step)
  } catch (failure) {
    return { state: 'unknown', warnings: [], failure: (failure as SessionBrokenDuringCommit).failure }
  }
  if (!/^commit complete/m.test(reply) || /^error:/m.test(reply)) {
    await discard(junos).catch(() => undefined) // the session is closed in any case
    throw junos.fail('restore_refused', {
      step,
      expected: message('expected_commit_complete'),
      seen: junosWords(reply),
      advice: confirmAdvice,
    })
  }
  try {
    await junos.ask('exit', message('step_leaving_configuration_mode'))
    const { isPending, ours } = await readCommitState(junos, job)
    if (isPending) throw otherCommitPending(junos, message('step_checking_commit_is_confirmed'))
    if (await isRestoredConfigActive(junos, dependencies)) return { state: 'confirmed', warnings: [] }
    return { state: 'rolled_back', warnings: ours === 0 ? [historyWithoutRollback] : [] }
  } catch (failure) {
    return { state: 'unknown', warnings: [], failure: failureOf(failure, []) }
  }
}

const confirmAdvice = message('advice_confirm_commit')

function otherCommitPending(junos: JunosSession, step: StepMessage): DeviceFailure {
  const seen = 'a confirmed commit of another user, which awaits its confirmation'
  return junos.fail('restore_busy', { step, expected: message('expected_no_other_pending_commit'), seen })
}

/**
 * Logs the number of changes and their top-level sections. The lines themselves are configuration and are not logged.
 */
function logChanges({ log }: RestoreDependencies, changes: string): void {
  const lines = changes.split('\n')
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length
  const counts = { added: count('+'), removed: count('-') }
  const sections = [...new Set(lines.flatMap((line) => /^\[edit ([a-z-]+)/.exec(line)?.[1] ?? []))]
  log(
    'info',
    sections.length === 0 ? message('log_changes', counts) : message('log_changes_in', { ...counts, sections }),
  )
}
