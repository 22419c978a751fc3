import { failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { CapturedArchive, CapturedLongText, CapturedText } from '../collect/captured.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'
import { ScpRefused } from '../sessions/scp.ts'
import type { BigipAnswer, BigipCommands } from './lbco_bigip-commands.ts'
import { openBigipFile } from './lbco_bigip-file.ts'
import { withCleanup, withLeftArchive } from './lbco_bigip-artifacts.ts'
import { isOurs } from './lbco_bigip-names.ts'
import type { BigipRun } from './lbco_bigip-run.ts'

/**
 * Reads the unit's archive: creates it on the device, downloads it and removes it in every outcome. Two archives of one
 * configuration are never identical, so it is read once for its fingerprints and stored if its members, or the text
 * collected with it, changed.
 * @throws DeviceFailure archive_refused if the account may not create or download it; archive_damaged; request_failed
 */
export async function readUcs(
  run: BigipRun,
  companion: CapturedText | CapturedLongText | undefined,
): Promise<CapturedArchive> {
  const { session, commands, dependencies, names, limits, description, secrets } = run
  const { makingMs, maxBytes } = description.archive
  const step = message('step_making_archive')
  const remover = (on: BigipCommands) => on.tmsh(removalOf(names.ucs), { step: message('step_removing_archive') })
  let mayBeThere = true
  let mayStillAppear = true // a save without a known end may continue

  run.pendingReplies.add(remover)
  const { done, left } = await withCleanup(createAndStore, async () => {
    const leftover = mayBeThere ? await remove(run, mayStillAppear) : undefined
    if (!dependencies.signal.aborted) run.pendingReplies.delete(remover)
    return leftover
  })
  return withLeftArchive(done, names.ucs, left)

  async function createAndStore(): Promise<CapturedArchive> {
    const limits = { idleMs: makingMs, totalMs: makingMs }
    const made = await commands.tmsh(`save sys ucs ${names.ucs}`, { step, limits: limits })
    mayStillAppear = false
    const path = pathIn(made)
    // Any other failure may leave an incomplete archive.
    mayBeThere = made.refusal?.code !== 'privilege_insufficient'
    if (!path) throw notMade(made, secrets)
    return dependencies.storeArchive({
      key: 'ucs',
      transport: 'ssh',
      isRepeatable: true,
      companion,
      open: () => fetched(path),
    })
  }

  async function* fetched(path: string): AsyncGenerator<Buffer> {
    const fetching = message('step_fetching_archive')
    try {
      const { sizeBytes, bytes } = await openBigipFile(session, commands, path, {
        limits: { idleMs: limits.idleMs, maxBytes },
        log: dependencies.log,
      })
      dependencies.log('info', message('log_fetching', { path, bytes: sizeBytes }))
      yield* bytes
    } catch (error) {
      if (!(error instanceof ScpRefused)) throw error
      const advice = message('advice_bigip_bash_for_scp')
      const facts = { step: fetching, expected: message('expected_file'), seen: error.message, advice }
      throw new DeviceFailure('archive_refused', facts, secrets)
    }
  }
}

/** Finds `/var/local/ucs/NAME.ucs is saved.` Without it the file is incomplete or missing. */
function pathIn({ words }: BigipAnswer): string | undefined {
  const [, path] = /^\s*(\/\S+\.ucs) is saved\.?\s*$/m.exec(words) ?? []
  return path && isOurs(path) ? path : undefined
}

function notMade({ words, refusal }: BigipAnswer, secrets: readonly string[]): DeviceFailure {
  const facts = {
    step: message('step_making_archive'),
    expected: message('expected_archive_saved'),
    seen: refusal?.seen ?? knownWords(words, [noDiskSpace]),
  }
  if (noDiskSpace.test(words)) {
    return new DeviceFailure('request_failed', { ...facts, advice: message('advice_bigip_var_full') }, secrets)
  }
  return new DeviceFailure(refusal ? 'archive_refused' : 'request_failed', facts, secrets)
}

const noDiskSpace = /No space left|disk (?:is )?full|not enough (?:free )?(?:disk )?space/i

/**
 * @param mayCome a file that does not exist yet may be created later
 * @returns a description of what may remain
 */
async function remove({ commands, dependencies, names }: BigipRun, mayCome: boolean): Promise<string | undefined> {
  const file = names.ucs
  try {
    const { refusal, words } = await commands.tmsh(removalOf(names.ucs), { step: message('step_removing_archive') })
    const isNotThere = refusal !== undefined && isAbsent(words)
    if (!refusal || (isNotThere && !mayCome)) return undefined
    const left = isNotThere
      ? message('log_file_left_in_progress', { file })
      : message('log_file_left_after_refusal', { file, seen: refusal.seen })
    dependencies.log('warn', left)
  } catch (failure) {
    if (!(failure instanceof DeviceFailure)) throw failure
    dependencies.log('warn', message('log_file_left_after_failure', { file, failure: failureSentences(failure) }))
  }
  return names.ucs
}

function removalOf(name: string): string {
  return `delete sys ucs ${name}`
}

/** A failed save may have created no file. */
function isAbsent(words: string): boolean {
  return /not found|does not exist|No such file/i.test(words)
}
