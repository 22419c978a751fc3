import type { StepMessage } from '../../../shared/messages/failure.ts'
import { message } from '../../../shared/messages/message.ts'
import type { ExecDescription, ShellDescription, ShellLimits } from '../../../shared/platforms/platform.ts'
import { DeviceFailure } from '../../device-failure.ts'
import { knownWords } from '../../../shared/redact/describe-size.ts'
import type { ExecChannel, Session } from '../../sessions/session.ts'
import type { RunLog } from '../captured.ts'
import {
  type AnswerReader,
  type CommandSession,
  gatheringReader,
  type ShellAccount,
  type ShellStage,
} from './command-session.ts'
import { readAll, execCommand, type Heard } from './exec-command.ts'
import { ExecLines } from './exec-lines.ts'
import { isErrorLine } from './no-reply.ts'
import { refuseStateChange } from './state-change.ts'
import { plainLine } from './terminal-text.ts'
import { commandRead } from '../run-log-messages.ts'

/**
 * Runs each command on its own channel: without echo, pager or a prompt that a line of the answer could resemble. Sends
 * a harmless command to identify the shell; from a system shell, starts the command line for each command.
 * @returns undefined if the device has no such channels or another program answers; a shell may then work
 * @throws DeviceFailure prompt_timeout, connection_lost
 */
export async function openExecSession(
  session: Session,
  shell: ShellDescription & { exec: ExecDescription },
  account: ShellAccount,
  limits: ShellLimits,
  log: RunLog,
  done: (stage: ShellStage) => void = () => undefined,
): Promise<CommandSession | undefined> {
  const { probe, answered, systemShell, wrap } = shell.exec
  const greeting = { ...limits, idleMs: limits.promptMs }
  const step = message('step_identifying_device', { command: probe })
  const runProbe = async (command: string) => {
    const channel = await channelFor(session, command)
    return channel && wordsOf(await execCommand(channel, step, greeting, account.secrets))
  }

  let words = await runProbe(probe)
  const isSystemShell = words !== undefined && systemShell.test(words)
  if (isSystemShell) {
    log('info', message('log_system_shell_of_account'))
    words = await runProbe(wrap(probe))
  }
  if (words === undefined || !answered.test(words)) {
    const answer = words && knownWords(words, [...shell.errorPatterns, ...shell.permissionErrors, ...shell.busy])
    log('info', answer === undefined ? message('log_exec_refused') : message('log_exec_answered', { answer }))
    return undefined
  }
  for (const stage of ['prompt', 'enable', 'prepare'] as const) done(stage)

  async function read<Reader extends AnswerReader>(
    command: string,
    step: StepMessage,
    begin: () => Reader,
  ): Promise<Reader> {
    refuseStateChange(command, { shell, account })
    const startedAt = performance.now()
    const channel = await session.exec(isSystemShell ? wrap(command) : command)
    const answer = new ExecLines(shell)
    const reader = begin()
    const { stderr } = await readAll(channel, step, limits, account.secrets, async (piece) => {
      const lines = answer.push(piece)
      if (lines.length > 0) await reader.push(lines)
    })
    const last = answer.end()
    if (last.length > 0) await reader.push(last)
    log('info', commandRead(command, answer.bytes, startedAt))
    const refuses = stderr.split('\n').some((line) => isErrorLine(line, shell))
    if (answer.bytes === 0 || refuses) {
      const other = begin()
      await other.push(stderr.split('\n').map(plainLine))
      return other
    }
    if (stderr.trim() !== '') {
      const output = knownWords(stderr, [...shell.errorPatterns, ...shell.permissionErrors, ...shell.busy])
      log('warn', message('log_command_stderr', { command, output }))
    }
    return reader
  }

  return {
    isPrivileged: true,
    shownPrompt: '',
    read,
    ask: async (command, step, isCut) => (await read(command, step, () => gatheringReader(isCut))).body(),
    abandon: () => undefined,
    lead: () => [],
    leave: () => Promise.resolve(),
  }
}

/**
 * Undefined if the device opens no such channel: it may still open a shell, which reports problems of the connection.
 */
async function channelFor(session: Session, command: string): Promise<ExecChannel | undefined> {
  try {
    return await session.exec(command)
  } catch (failure) {
    if (failure instanceof DeviceFailure && failure.code === 'connection_lost') return undefined
    throw failure
  }
}

function wordsOf({ stdout, stderr }: Heard): string {
  return `${stdout}\n${stderr}`
}
