import type { FailureCode } from '../../shared/contract/failures.ts'
import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import type { BigipDescription, ShellLimits } from '../../shared/platforms/platform.ts'
import type { RunLog } from '../collect/captured.ts'
import { readAll, type Heard } from '../collect/cli/exec-command.ts'
import { commandRead, commandEnded } from '../collect/run-log-messages.ts'
import { DeviceFailure } from '../device-failure.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import type { Session } from '../sessions/session.ts'
import { headLength } from './lbco_bigip-artifacts.ts'

/** Runs commands on a BIG-IP, each on its own channel: without pager, prompt or questions. */
export interface BigipCommands {
  /** Where the account lands: root and accounts with the advanced shell in bash, others in tmsh or nowhere. */
  landsIn: 'bash' | 'tmsh'
  /** @throws DeviceFailure prompt_timeout, output_truncated, connection_lost */
  tmsh(command: string, options: Asked): Promise<BigipAnswer>
  /** Runs a system command. tmsh allows that to administrators; Appliance mode to no account. */
  bash(command: string, options: Asked): Promise<BigipAnswer>
}

export interface Asked {
  /** The current step, worded to follow "while". */
  step: StepMessage
  limits?: Partial<ShellLimits>
  /** The answer contains secrets: it is neither logged nor quoted. */
  isSecret?: true
  /** Receives the output as it arrives; the answer then contains only its first bytes. */
  hear?: (piece: Buffer) => Promise<void>
}

export interface BigipAnswer {
  stdout: string
  /** Both streams: tmsh writes errors to either. */
  words: string
  refusal?: { code: FailureCode; seen: string }
}

/** Identifies the shell: the command is valid in tmsh and an error in bash. */
const probe = 'show sys version'

/** Its output on every BIG-IP, and on no other system. */
const isBigip = /^\s*Product\s+BIG-IP\b/m

/**
 * @throws DeviceFailure privilege_insufficient for an account without a shell; protocol_error for a device that is not
 *   a BIG-IP; codes of the session
 */
export async function openBigipCommands(
  session: Session,
  description: BigipDescription,
  dependencies: { limits: ShellLimits; log: RunLog; secrets: readonly string[] },
): Promise<BigipCommands> {
  const { limits, log, secrets } = dependencies

  async function run(command: string, { step, limits: own, isSecret, hear }: Asked): Promise<BigipAnswer> {
    const startedAt = performance.now()
    const channel = await session.exec(command)
    let stdout = ''
    let bytes = 0
    const { stderr } = await readAll(channel, step, { ...limits, ...own }, secrets, async (piece) => {
      bytes += piece.length
      if (!hear) stdout += piece
      else if (stdout.length < headLength) stdout = (stdout + piece).slice(0, headLength)
      await hear?.(Buffer.from(piece, 'latin1'))
    })
    log('info', isSecret ? commandEnded(command, startedAt) : commandRead(command, bytes, startedAt))
    return checkOutput({ stdout, stderr }, description, isSecret)
  }

  const probing: Asked = {
    step: message('step_identifying_device', { command: probe }),
    limits: { idleMs: limits.promptMs },
  }
  const fromBash = await run(`tmsh -q -c '${probe}'`, probing)
  const landsIn = isBigip.test(fromBash.stdout) ? 'bash' : 'tmsh'
  const version = landsIn === 'bash' ? fromBash : await run(probe, probing)
  if (!isBigip.test(version.stdout)) throw noBigip(fromBash.words || version.words, probing, secrets)
  log('info', message('log_account_lands_in', { shell: landsIn }))

  return {
    landsIn,
    // commands of this program contain no quotes of these kinds
    tmsh: (command, how) => run(landsIn === 'bash' ? `tmsh -q -c '${command}'` : command, how),
    bash: (command, how) => run(landsIn === 'bash' ? command : `run /util bash -c '${command}'`, how),
  }
}

function checkOutput(
  { stdout, stderr }: Heard,
  { errorPatterns, permissionErrors }: BigipDescription,
  isSecret?: true,
): BigipAnswer {
  const words = `${stdout}\n${stderr}`
  const heads = `${stdout.slice(0, headLength)}\n${stderr}`
  const isMute = stdout.trim() === '' && stderr.trim() !== ''
  if (!isMute && !errorPatterns.some((refusal) => refusal.test(heads))) return { stdout, words }
  const code = permissionErrors.some((denial) => denial.test(heads)) ? 'privilege_insufficient' : 'command_refused'
  return {
    stdout,
    words,
    refusal: { code, seen: isSecret ? 'a refusal' : knownWords(heads, [...permissionErrors, ...errorPatterns]) },
  }
}

function noBigip(words: string, { step }: Asked, secrets: readonly string[]): DeviceFailure {
  const expected = message('expected_bigip_version')
  const closed = /not (?:currently )?available|nologin/i
  const seen = knownWords(words, [closed])
  if (words.trim() === '' || closed.test(words)) {
    const advice = message('advice_bigip_terminal_access')
    return new DeviceFailure('privilege_insufficient', { step, expected, seen, advice }, secrets)
  }
  const advice = message('advice_bigip_address')
  return new DeviceFailure('protocol_error', { step, expected, seen, advice }, secrets)
}
