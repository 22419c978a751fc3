import { message } from '../../shared/messages/message.ts'
import type { BigipDescription, Platform } from '../../shared/platforms/platform.ts'
import type { CaptureWarning } from '../../shared/platforms/requests.ts'
import type { CollectedArtifacts, OpenPath } from '../collect/device-collector.ts'
import { openSshSession } from '../collect/ssh-path.ts'
import { secretsOf, type JobSpec } from '../job-spec.ts'
import { openBigipCommands } from './lbco_bigip-commands.ts'
import { fileLeft, collectBigip } from './lbco_bigip-artifacts.ts'
import { bigipNames, leftoversIn } from './lbco_bigip-names.ts'
import { readMasterKey, readScf } from './lbco_bigip-texts.ts'
import { readUcs } from './lbco_bigip-ucs.ts'
import type { BigipRun } from './lbco_bigip-run.ts'

type OpenedRun = Omit<BigipRun, 'mayUseBash'>

/** Collects over a load balancer's command line, over SSH. */
export const openBigipShell: OpenPath = async (job, platform, dependencies) => {
  const description = descriptionOf(platform)
  const limits = { ...description.limits, ...dependencies.shellLimits }
  const secrets = secretsOf(job)
  const session = await openSshSession(job, dependencies)
  try {
    const commands = await openBigipCommands(session, description, { limits, log: dependencies.log, secrets })
    dependencies.onStep?.('prompt')
    const names = bigipNames(job.leaseId)
    const run: OpenedRun = {
      session,
      commands,
      description,
      limits,
      dependencies,
      names,
      secrets,
      pendingReplies: new Set(),
    }
    return {
      read: (keys) => readAll(keys, run),
      probe: () => Promise.resolve(),
      async close() {
        await session.close()
        if (dependencies.signal.aborted && run.pendingReplies.size > 0) await payOwed(job, run)
      },
    }
  } catch (failure) {
    await session.close()
    throw failure
  }
}

function descriptionOf(platform: Platform): BigipDescription {
  if (platform.ssh?.driver !== 'lbco_bigip') throw new Error(`${platform.id} is no BIG-IP`)
  return platform.ssh
}

/** Opens a short connection for cleanup: a stopped run has no connection left. Failures are left to the next run. */
async function payOwed(
  job: JobSpec,
  { description, limits, dependencies, secrets, pendingReplies }: OpenedRun,
): Promise<void> {
  const { log } = dependencies
  try {
    const around = { ...dependencies, signal: AbortSignal.timeout(goodbyeMs), onStep: undefined }
    const session = await openSshSession(job, around)
    try {
      const commands = await openBigipCommands(session, description, { limits, log, secrets })
      for (const remove of pendingReplies) await remove(commands)
    } finally {
      await session.close()
    }
  } catch (error) {
    log('warn', message('log_files_left', { error: (error as Error).message }))
  }
}

const goodbyeMs = 5_000

/** @throws DeviceFailure if nothing could be read */
async function readAll(keys: readonly string[], opened: OpenedRun): Promise<CollectedArtifacts> {
  const { mayUseBash, left } = await clearLeftovers(opened)
  const run: BigipRun = { ...opened, mayUseBash }
  const readers = {
    scf: () => readScf(run),
    masterKey: () => readMasterKey(run),
    ucs: (companion: Parameters<typeof readUcs>[1]) => readUcs(run, companion),
  }
  return collectBigip(keys, 'ssh', readers, run.dependencies, left)
}

/**
 * Removes leftovers of interrupted attempts. Other files are ignored.
 * @returns whether the account may run system commands, and warnings about what may remain
 */
async function clearLeftovers({
  commands,
  dependencies,
}: OpenedRun): Promise<{ mayUseBash: boolean; left: CaptureWarning[] }> {
  const left: CaptureWarning[] = []
  const step = message('step_looking_for_leftovers')
  const listing = await commands.bash('ls -1 /var/local/ucs /var/local/scf', { step })
  const mayUseBash = !listing.refusal || /No such file or directory/.test(listing.words)
  const archives = mayUseBash ? listing : await commands.tmsh('list sys ucs', { step })
  for (const name of leftoversIn(archives.words)) {
    dependencies.log('info', message('log_leftover_removed', { file: name }))
    const removed = name.endsWith('.ucs')
      ? await commands.tmsh(`delete sys ucs ${name}`, { step })
      : await commands.bash(`rm -f /var/local/scf/${name}`, { step })
    if (!removed.refusal) continue
    dependencies.log('warn', message('log_file_left_after_refusal', { file: name, seen: removed.refusal.seen }))
    left.push(fileLeft(name))
  }
  return { mayUseBash, left }
}
