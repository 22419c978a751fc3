import { message } from '../../shared/messages/message.ts'
import { normaliseText } from '../../shared/platforms/normalise.ts'
import { routecoJunos } from '../../shared/platforms/routeco_junos.ts'
import type { RestoreDependencies, RestoreOutcome, RestoreJob } from './restore-procedure.ts'
import { junosWords } from './routeco_junos-replies.ts'
import type { JunosSession } from './routeco_junos-session.ts'

/** The comment of a restore in the device's commit history. */
export function commitComment({ restore }: RestoreJob): string {
  return `coffer restore ${restore.restoreId}`
}

/** The path to which the text is uploaded. */
export function uploadPath({ restore }: RestoreJob): string {
  return `/var/tmp/coffer-restore-${restore.restoreId}.conf`
}

/** The state of a device's commits, read at its operational prompt. */
export interface CommitState {
  /** Whether a confirmed commit, of any user, waits for its confirmation. */
  isPending: boolean
  /** The device's countdown, if it shows one. */
  minutesLeft: number | undefined
  /** The position of this restore's commit, 0 for the last one; -1 if the history does not show it. */
  ours: number
}

/**
 * @throws DeviceFailure when the device does not show its commits
 */
export async function readCommitState(junos: JunosSession, job: RestoreJob): Promise<CommitState> {
  const step = message('step_reading_commit_history')
  const output = await junos.ask('show system commit | no-more', step)
  if (/^(?:error:|unknown command|syntax error)/m.test(output)) {
    const expected = message('expected_commit_history')
    throw junos.fail('privilege_insufficient', {
      step,
      expected,
      seen: junosWords(output),
      advice: message('advice_junos_class_view'),
    })
  }
  const notice = junos.lead().find((line) => noticed.test(line))
  const entries = output.split(/^(?=\d+ )/m).filter((entry) => /^\d+ /.test(entry))
  const [first = ''] = (entries[0] ?? '').split('\n')
  const minutes = noticed.exec(notice ?? '')?.[1] ?? /rollback in (\d+) ?min/.exec(first)?.[1]
  return {
    isPending: notice !== undefined || /rollback (?:pending|in )/.test(first),
    minutesLeft: minutes === undefined ? undefined : Number(minutes),
    ours: entries.findIndex((entry) => entry.includes(commitComment(job))),
  }
}

const noticed = /^# commit confirmed will be rolled back in (\d+) minutes?/

/** Whether the active configuration equals the restored text, compared as in a backup. */
export async function isRestoredConfigActive(
  junos: JunosSession,
  { text }: Pick<RestoreDependencies, 'text'>,
): Promise<boolean> {
  const key = routecoJunos.restore.key
  const given = await text()
  const active = await junos.readActive()
  return normaliseText(routecoJunos, key, active).equals(normaliseText(routecoJunos, key, given))
}

/** The restore's commit is the last one, but the active configuration differs from it. */
export const historyWithoutRollback = message('warning_restore_history_without_rollback')

/**
 * Determines the outcome of a restore. The history shows who made a pending commit or, if it does not, the active
 * configuration does. A device that reports no pending commit may still have one: it may roll back as long as no other
 * commit followed.
 */
export async function checkState(
  junos: JunosSession,
  job: RestoreJob,
  dependencies: RestoreDependencies,
  state: CommitState,
): Promise<RestoreOutcome> {
  const { isPending, minutesLeft, ours } = state
  const pending: RestoreOutcome = { state: 'pending', minutes_left: minutesLeft ?? 1, warnings: [] }
  if (ours === 0 && isPending) return pending
  if (await isRestoredConfigActive(junos, dependencies)) {
    if (isPending) return pending
    return { state: 'in_force', ...(ours <= 0 && { may_change: true }), warnings: [] }
  }
  if (ours === 0) return { state: 'rolled_back', warnings: [historyWithoutRollback] }
  const warnings = isPending ? [message('warning_restore_other_commit_pending')] : []
  return { state: ours > 0 ? 'rolled_back' : 'not_committed', warnings }
}

/** Removes an upload that a killed job left behind. */
export async function removeLeftoverUpload(junos: JunosSession, job: RestoreJob): Promise<void> {
  await junos.ask(`file delete ${uploadPath(job)}`, message('step_removing_earlier_upload'))
}
