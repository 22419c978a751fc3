import { failures } from '../../shared/contract/failures.ts'
import type { Platform, ShellArtifact, ShellDescription, ShellLimits } from '../../shared/platforms/platform.ts'
import type { Session } from '../sessions/session.ts'
import type { CapturedText, RunLog } from './captured.ts'
import type { DevicePath, Harvest, OpenPath } from './device-path.ts'
import { harvestTexts } from './harvest-texts.ts'
import { judgeAnswer, type Verdict } from './shell-answer.ts'
import { openSshSession, shellAccountOf } from './ssh-path.ts'
import { openShellTalk, type ShellAccount, type ShellStage, type ShellTalk } from './shell-talk.ts'

export interface ShellDeps {
  log: RunLog
  now: () => Date
  /** In place of the platform's own. */
  limits?: Partial<ShellLimits>
  /** Told as each stage before the first artifact is done. */
  onStage?: (stage: ShellStage) => void
}

/** The path to a platform's command line, over SSH. */
export const openShell: OpenPath = async (job, platform, deps) => {
  const { log, now, shellLimits: limits, onStep: onStage } = deps
  const session = await openSshSession(job, deps)
  try {
    const shell = await openShellOn(session, platform, shellAccountOf(job), { log, now, limits, onStage })
    return {
      ...shell,
      async close() {
        await shell.close()
        await session.close()
      },
    }
  } catch (failure) {
    await session.close()
    throw failure
  }
}

/**
 * Brings a shell to its prompt, and reads a platform's texts there by walking its description. Complete or nothing: a
 * text that does not end as the platform says is no text. The shell is left politely where the device is at its prompt.
 * @throws DeviceFailure when the dialogue breaks; from `read` also when a required artifact cannot be had, or none can
 */
export async function openShellOn(
  session: Session,
  platform: Platform,
  account: ShellAccount,
  deps: ShellDeps,
): Promise<DevicePath> {
  const shell = shellOf(platform)
  const limits = { ...shell.limits, ...deps.limits }
  const talk = await openShellTalk(session, shell, account, limits, deps.log, deps.onStage)
  if (!talk.isPrivileged) deps.log('warn', 'the account has not all rights, and the credential no enable secret')
  return {
    read: (keys) => readArtifacts(talk, shell, keys, account, deps),
    prove: () => Promise.resolve(),
    close: () => talk.leave(),
  }
}

async function readArtifacts(
  talk: ShellTalk,
  shell: ShellDescription,
  keys: readonly string[],
  account: ShellAccount,
  deps: ShellDeps,
): Promise<Harvest> {
  const { secrets } = account
  return harvestTexts(keys, shell.artifacts, { transport: 'ssh', secrets, log: deps.log }, async (key, artifact) => {
    const verdict = await readArtifact(talk, key, artifact, shell, deps.log)
    return verdict.is === 'text' ? { is: 'text', capture: captured(key, verdict, deps.now()) } : verdict
  })
}

function shellOf(platform: Platform): ShellDescription {
  if (platform.ssh?.walk !== 'shell') throw new Error(`${platform.id} has no shell`)
  return platform.ssh
}

/** The first command that gives the artifact; of the refusals, the one that says most about the account. */
async function readArtifact(
  talk: ShellTalk,
  key: string,
  artifact: ShellArtifact,
  shell: ShellDescription,
  log: RunLog,
): Promise<Verdict> {
  const refusals: Extract<Verdict, { is: 'failed' }>[] = []
  for (const command of artifact.commands) {
    let verdict = await readOnce(talk, key, command, artifact, shell)
    if (verdict.is === 'failed' && verdict.code === 'output_disturbed') {
      log('warn', `${command}: other text got into the answer, asking once more`)
      verdict = await readOnce(talk, key, command, artifact, shell)
    }
    if (verdict.is !== 'failed' || !isRefusal(verdict.code)) return verdict
    log('info', `${command} was refused (${failures[verdict.code].advice})`)
    refusals.push(verdict)
  }
  const refusal = refusals.find((verdict) => verdict.code === 'privilege_insufficient') ?? refusals[0]
  if (!refusal) throw new Error(`${key} has no command`)
  return talk.isPrivileged ? refusal : { ...refusal, code: 'privilege_insufficient' }
}

async function readOnce(
  talk: ShellTalk,
  key: string,
  command: string,
  artifact: ShellArtifact,
  shell: ShellDescription,
): Promise<Verdict> {
  const isCut = (body: string) => {
    const verdict = judgeAnswer(body, artifact, shell)
    return verdict.is === 'failed' && verdict.code === 'output_truncated'
  }
  const body = await talk.ask(command, `reading ${key} with ${command}`, isCut)
  return judgeAnswer(body, artifact, shell)
}

function isRefusal(code: keyof typeof failures): boolean {
  return code === 'command_refused' || code === 'privilege_insufficient'
}

function captured(key: string, verdict: Extract<Verdict, { is: 'text' }>, capturedAt: Date): CapturedText {
  const raw = Buffer.from(verdict.text, 'latin1')
  return { kind: 'text', key, transport: 'ssh', raw, metadata: verdict.metadata, capturedAt }
}
