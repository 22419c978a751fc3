import { setTimeout as wait } from 'node:timers/promises'
import { render } from '../../../shared/messages/render.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import { message } from '../../../shared/messages/message.ts'
import { checkExtraCommand, extraCommandRules } from '../../../shared/platforms/extra-commands.ts'
import type { Platform, ShellDescription, DriverLimits } from '../../../shared/platforms/platform.ts'
import {
  type ApiFacts,
  type DeviceOptions,
  ArtifactUnavailable,
  type RequestContext,
} from '../../../shared/platforms/requests.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { Session } from '../../sessions/session.ts'
import type { RunLog } from '../captured.ts'
import type { JobSpec } from '../../job-spec.ts'
import type { CollectDependencies, DeviceCollector, CollectedArtifacts, OpenPath } from '../device-collector.ts'
import { openExecSession } from './exec-session.ts'
import { collectTexts, type TextOutcome } from '../collect-texts.ts'
import { isRefusal } from '../is-refusal.ts'
import { ArtifactReader, type Decision } from './artifact-reader.ts'
import { openSshSession, shellAccountOf } from '../ssh-path.ts'
import type { CommandSession, ShellAccount, ShellStage } from './command-session.ts'
import { openCliSession } from './open-cli.ts'
import { captureWarning } from '../run-log-messages.ts'

export interface ShellDependencies {
  log: RunLog
  now: () => Date
  /** Returns a store for a text of this artifact that is too long to hold in memory; if absent, every text is held. */
  storeText?: CollectDependencies['storeText']
  /** Aborted when the device must be left immediately. */
  signal?: AbortSignal
  /** Overrides the platform's limits. */
  limits?: Partial<DriverLimits>
  /** The device's options. */
  options?: DeviceOptions
  /** Called after each stage before the first artifact. */
  onStage?: (stage: ShellStage) => void
  observer?: CollectDependencies['observer']
  /** Enters the context where artifacts are read; if absent, they are read where the account lands. */
  enter?: EnterContext
}

/**
 * Enters the context where a platform's artifacts are read, as its procedure requires.
 * @throws DeviceFailure if the context cannot be entered
 */
export type EnterContext = (talk: CommandSession, context: RequestContext) => Promise<ShellContext>

export interface ShellContext {
  talk: Pick<CommandSession, 'read' | 'isPrivileged'>
  /** Returns to where the account landed. Never rejects. */
  leave(): Promise<void>
}

/** Collects over a platform's command line, over SSH. */
export const openShell: OpenPath = (job, platform, dependencies) => openShellAt(job, platform, dependencies)

/** As `openShell`, in another context than where the account lands. */
export async function openShellAt(
  job: JobSpec,
  platform: Platform,
  dependencies: CollectDependencies,
  enter?: EnterContext,
): Promise<DeviceCollector> {
  const { log, now, signal, storeText, shellLimits: limits, onStep: onStage, observer } = dependencies
  const { options } = job.device
  const session = await openSshSession(job, dependencies)
  try {
    const around = { log, now, signal, storeText, limits, options, onStage, enter, observer }
    const shell = await openShellOn(session, platform, shellAccountOf(job), around)
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
 * Waits for the prompt of a shell and reads a platform's texts as its description defines. A text without the end that
 * the platform defines is rejected. Logs out if the device is at its prompt.
 * @throws DeviceFailure if the dialogue breaks; from `read` also if a required artifact or every artifact is
 *   unavailable
 */
export async function openShellOn(
  session: Session,
  platform: Platform,
  account: ShellAccount,
  dependencies: ShellDependencies,
): Promise<DeviceCollector> {
  const shell = shellOf(platform)
  const limits = { ...shell.limits, ...dependencies.limits }
  const talk = await openCommandSession(session, shell, account, limits, dependencies)
  if (!talk.isPrivileged) {
    dependencies.log('warn', message('log_privileges_missing'))
  }
  const request = { options: dependencies.options ?? {}, facts: await greet(talk, shell, account, dependencies) }
  const { enter = stayWhereItIs } = dependencies
  return {
    async read(keys) {
      const context = await enter(talk, request)
      try {
        return await readArtifacts(context.talk, platform, keys, account, request, {
          ...dependencies,
          retryMs: limits.retryMs,
        })
      } finally {
        await context.leave()
      }
    },
    async probe() {
      const context = await enter(talk, request)
      await context.leave()
    },
    close: () => talk.leave(),
  }
}

const stayWhereItIs: EnterContext = (talk) => Promise.resolve({ talk, leave: () => Promise.resolve() })

/** Opens a session without a terminal if the platform and the device support it, otherwise a terminal dialogue. */
async function openCommandSession(
  session: Session,
  shell: ShellDescription,
  account: ShellAccount,
  limits: DriverLimits,
  { log, onStage }: ShellDependencies,
): Promise<CommandSession> {
  const { exec } = shell
  const talk = exec && (await openExecSession(session, { ...shell, exec }, account, limits, log, onStage))
  return talk ?? openCliSession(session, shell, account, limits, log, onStage)
}

/** @throws DeviceFailure if the device is not of its platform; the shell is then closed */
async function greet(
  talk: CommandSession,
  { identify, advice }: ShellDescription,
  { secrets }: ShellAccount,
  { options = {} }: ShellDependencies,
): Promise<ApiFacts> {
  if (!identify) return {}
  const step = message('step_identifying_device', { command: identify.command })
  const factsIn = (body: string) => identify.facts(Buffer.from(body, 'latin1'), options)
  try {
    return factsIn(await talk.ask(identify.command, step, (body) => isCutShort(() => factsIn(body))))
  } catch (error) {
    await talk.leave()
    if (!(error instanceof ArtifactUnavailable)) throw error
    const { why } = error
    if (why.kind === 'absent')
      throw new DeviceFailure('protocol_error', { step, seen: render(why.reason, 'en') }, secrets)
    throw new DeviceFailure(why.code, { step, ...why, advice: why.advice ?? advice?.[why.code] }, secrets)
  }
}

function isCutShort(look: () => unknown): boolean {
  try {
    look()
  } catch (error) {
    return error instanceof ArtifactUnavailable && error.why.kind === 'failed' && error.why.code === 'output_truncated'
  }
  return false
}

/** How long extra commands may take in total: the deadline of the job also ends the texts that were already read. */
const extraTotalMs = 600_000

async function readArtifacts(
  talk: ShellContext['talk'],
  platform: Platform,
  keys: readonly string[],
  account: ShellAccount,
  context: RequestContext,
  dependencies: ShellDependencies & { retryMs: number },
): Promise<CollectedArtifacts> {
  const { secrets } = account
  const { log, now, storeText } = dependencies
  const shell = shellOf(platform)
  let extraSince: number | undefined
  return collectTexts(keys, shell.artifacts, { transport: 'ssh', secrets, log }, async (key, artifact) => {
    if (artifact.isExtra) {
      extraSince ??= now().getTime()
      const elapsedMs = now().getTime() - extraSince
      if (elapsedMs >= extraTotalMs) return outOfTime(elapsedMs)
    }
    const changing = artifact.isExtra && artifact.commands.find((command) => !isDisplayCommand(command, platform))
    if (changing) return refusedCommand(changing)
    const begin = () => new ArtifactReader(artifact, shell, context, storeText && (() => storeText(key)))
    const decision = await readArtifact(talk, key, artifact.commands, begin, dependencies)
    if (decision.kind === 'failed') return { ...decision, advice: decision.advice ?? shell.advice?.[decision.code] }
    if (decision.kind === 'absent') return decision
    for (const warning of decision.warnings) log('warn', captureWarning(key, warning))
    const { text, metadata } = decision
    return { kind: 'text', capture: { key, transport: 'ssh', metadata, capturedAt: now(), ...text } }
  })
}

/** Whether a command is one that the service accepts as an extra command: an agent does not rely on it. */
function isDisplayCommand(command: string, platform: Platform): boolean {
  const rules = extraCommandRules(platform)
  return rules !== undefined && checkExtraCommand(command, rules) === undefined
}

function outOfTime(elapsedMs: number): TextOutcome {
  return { kind: 'failed', code: 'extra_commands_timeout', seen: `${Math.round(elapsedMs / 1000)} s` }
}

function refusedCommand(seen: string): TextOutcome {
  return { kind: 'failed', code: 'platform_unsupported', expected: message('expected_command_that_shows'), seen }
}

function shellOf(platform: Platform): ShellDescription {
  if (!platform.ssh || !('prompt' in platform.ssh)) throw new Error(`${platform.id} has no shell`)
  return platform.ssh
}

/**
 * Returns the outcome of the first command that provides the artifact, or the refusal that is most specific about the
 * account.
 */
async function readArtifact(
  talk: ShellContext['talk'],
  key: string,
  commands: readonly string[],
  begin: () => ArtifactReader,
  { log, retryMs, signal, observer }: ShellDependencies & { retryMs: number },
): Promise<Decision> {
  const failedCommands: Extract<Decision, { kind: 'failed' }>[] = []
  for (const command of commands) {
    const readOnce = async () => {
      observer?.requested(key, command, 'ssh')
      const step = message('step_reading_with_command', { artifact: key, command })
      const outcome = await (await talk.read(command, step, begin)).decision()
      observer?.decided(outcome)
      return outcome
    }
    let decision = await readOnce()
    const reason = decision.kind === 'failed' ? reasonToRepeat(decision.code) : undefined
    if (decision.kind === 'failed' && reason) {
      const pauseMs = decision.code === 'device_busy' ? retryMs : 0
      log('warn', message('log_command_repeated', { command, reason, pause: pauseMs / 1000 }))
      await wait(pauseMs, undefined, { signal })
      decision = await readOnce()
    }
    if (decision.kind !== 'failed' || !isRefusal(decision.code)) return decision
    log('info', message('log_command_refused', { command, failure: decision.code }))
    failedCommands.push(decision)
  }
  const refusal = failedCommands.find((decision) => decision.code === 'privilege_insufficient') ?? failedCommands[0]
  if (!refusal) throw new Error(`${key} has no command`)
  return talk.isPrivileged ? refusal : { ...refusal, code: 'privilege_insufficient' }
}

/** Returns why a command is sent again; undefined if its failure is likely to repeat. */
function reasonToRepeat(code: FailureCode): 'disturbed' | 'busy' | 'silent' | undefined {
  if (code === 'output_disturbed') return 'disturbed'
  if (code === 'device_busy') return 'busy'
  return code === 'request_failed' ? 'silent' : undefined
}
