import { failureSentences } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { CapturedLongText, CapturedText } from '../collect/captured.ts'
import { DeviceFailure } from '../device-failure.ts'
import { quoteOutput } from '../quote-output.ts'
import { ScpRefused } from '../sessions/scp.ts'
import type { BigipCommands } from './lbco_bigip-commands.ts'
import { openBigipFile } from './lbco_bigip-file.ts'
import { createScfIntake, masterKeyIn, withCleanup, withLeft } from './lbco_bigip-artifacts.ts'
import { isOurs } from './lbco_bigip-names.ts'
import type { BigipRun } from './lbco_bigip-run.ts'

/** The commands that list the configuration, by the account's rights. */
const listings = ['cd /; list recursive', 'show running-config recursive']

/**
 * Reads the single configuration file: saves it on the device, downloads and removes it. For an account without the
 * rights for all of these steps, reads the listing of the running configuration, which contains the same in another
 * form. Creates nothing that cannot be removed.
 * @throws DeviceFailure
 */
export async function readScf(run: BigipRun): Promise<CapturedText | CapturedLongText> {
  const { dependencies, mayUseBash } = run
  if (!mayUseBash) dependencies.log('info', message('log_no_file_removal'))
  if (!mayUseBash) return listScf(run)
  const { scf, left } = await saveScf(run)
  return withLeft(scf ?? (await listScf(run)), left)
}

/** @throws DeviceFailure privilege_insufficient */
export async function readMasterKey({ commands, dependencies }: BigipRun): Promise<CapturedText> {
  const { stdout } = await commands.bash('f5mku -K', {
    step: message('step_reading', { artifact: 'master-key' }),
    isSecret: true,
  })
  return masterKeyIn(stdout, 'ssh', dependencies.now())
}

/** @returns no `scf` if the account may not save or download it; in `left` the files that may remain on the device */
async function saveScf(run: BigipRun): Promise<{ scf: CapturedText | CapturedLongText | undefined; left?: string }> {
  const { commands, dependencies, names, session, limits, description, secrets } = run
  const step = message('step_saving_configuration')
  const paths = new Set([`/var/local/scf/${names.scf}`])
  const remover = (on: BigipCommands) => on.bash(removalOf([...paths]), { step: message('step_removing_saved_files') })
  run.pendingReplies.add(remover)
  const { done, left } = await withCleanup(saving, async () => {
    const stays = await removeScf(run, [...paths])
    if (!dependencies.signal.aborted) run.pendingReplies.delete(remover)
    return stays
  })
  return { scf: done, left }

  async function saving(): Promise<CapturedText | CapturedLongText | undefined> {
    try {
      const answer = await commands.tmsh(`save sys config file ${names.scf} no-passphrase`, { step })
      for (const [, path] of answer.words.matchAll(/^\s*(\/\S+)$/gm)) if (path && isOurs(path)) paths.add(path)
      if (answer.refusal) {
        dependencies.log('info', message('log_configuration_not_saved', { seen: answer.refusal.seen }))
        return undefined
      }
      const path = [...paths].findLast((candidate) => !candidate.endsWith('.tar')) as string
      const { bytes } = await openBigipFile(session, commands, path, { limits, log: dependencies.log })
      const saved = { checks: description.scf.saved, form: 'saved', transport: 'ssh' } as const
      const intake = createScfIntake(saved, dependencies, secrets)
      for await (const piece of bytes) await intake.push(piece)
      return await intake.end()
    } catch (error) {
      if (!(error instanceof ScpRefused)) throw error
      dependencies.log('info', message('log_configuration_not_fetched', { seen: quoteOutput(error.message) }))
      return undefined
    }
  }
}

/** @returns a description of the files that may remain */
async function removeScf({ commands, dependencies }: BigipRun, paths: string[]): Promise<string | undefined> {
  const file = filesOf(paths).join(' ')
  try {
    const removed = await commands.bash(removalOf(paths), { step: message('step_removing_saved_files') })
    if (!removed.refusal) return undefined
    dependencies.log('warn', message('log_file_left_after_refusal', { file, seen: removed.refusal.seen }))
  } catch (failure) {
    if (!(failure instanceof DeviceFailure)) throw failure
    dependencies.log('warn', message('log_file_left_after_failure', { file, failure: failureSentences(failure) }))
  }
  return file
}

function removalOf(paths: string[]): string {
  return `rm -f ${filesOf(paths).join(' ')}`
}

/** Includes the archive that a save creates beside its text. */
function filesOf(paths: string[]): string[] {
  return [...new Set(paths.flatMap((path) => (path.endsWith('.tar') ? [path] : [path, `${path}.tar`])))]
}

async function listScf(run: BigipRun): Promise<CapturedText | CapturedLongText> {
  const { commands, dependencies, description, secrets } = run
  const step = message('step_reading', { artifact: 'scf' })
  let refusal: { code: DeviceFailure['code']; seen: string } | undefined
  for (const command of listings) {
    const listed = { checks: description.scf.listed, form: 'listed', transport: 'ssh' } as const
    const intake = createScfIntake(listed, dependencies, secrets)
    const answer = await commands.tmsh(command, { step, hear: intake.push })
    if (!answer.refusal) return intake.end()
    refusal ??= answer.refusal
  }
  const seen = refusal?.seen ?? ''
  throw new DeviceFailure(
    refusal?.code ?? 'command_refused',
    { step, expected: message('expected_configuration'), seen },
    secrets,
  )
}
