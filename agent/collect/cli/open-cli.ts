import { message } from '../../../shared/messages/message.ts'
import type { ShellDescription, ShellLimits } from '../../../shared/platforms/platform.ts'
import { knownWords } from '../../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { Session } from '../../sessions/session.ts'
import { lineBefore } from './prompt-detector.ts'
import type { RunLog } from '../captured.ts'
import { type CliContext, CliSession } from './cli-session.ts'
import type { ShellAccount, ShellStage } from './command-session.ts'
import { createEndMark, findMark, textBeforeMark } from './end-mark.ts'
import { watchForeignPrompt } from './foreign-prompt.ts'
import { lastLines } from './last-lines.ts'
import { LoginQuestions } from './login-questions.ts'
import { promptAtLogin, promptOf, type Prompt } from './prompt.ts'
import { raiseRights } from './raise-rights.ts'
import { endedInSystemShell } from './system-shell.ts'
import { type Screen, Terminal, type Wait } from './terminal.ts'

/**
 * Opens a shell and waits for a confirmed prompt, with all rights if the credential has them and with paging off if the
 * device allows it. Sends nothing ahead of a prompt.
 * @param done called after each stage
 * @throws DeviceFailure prompt_timeout, enable_failed, connection_lost; the channel is then closed
 */
export async function openCliSession(
  session: Session,
  shell: ShellDescription,
  account: ShellAccount,
  limits: ShellLimits,
  log: RunLog,
  done: (stage: ShellStage) => void = () => undefined,
): Promise<CliSession> {
  const terminal = new Terminal(await session.shell(), account.secrets)
  const cli = await reachPrompt({ terminal, shell, account, limits, log })
  try {
    log('info', message('log_prompt', { prompt: cli.prompt.text }))
    done('prompt')
    for (const step of shell.prepare) {
      if (step.step !== 'raise' || account.enableSecret === undefined || cli.isPrivileged) continue
      await raiseRights(cli, step, account.enableSecret)
      log('info', message('log_prompt_changed', { prompt: cli.prompt.text }))
    }
    done('enable')
    for (const step of shell.prepare) if (step.step === 'try') await prepare(cli, step.command)
    done('prepare')
    return cli
  } catch (failure) {
    await cli.leave()
    throw failure
  }
}

/** Runs a command whose refusal has no effect. */
async function prepare(cli: CliSession, command: string): Promise<void> {
  const { shell, log } = cli.context
  const startedAt = performance.now()
  const answer = await cli.ask(command, message('step_preparing_session', { command }))
  cli.allowFor(performance.now() - startedAt) // the accounting servers of the device may be down
  if (answer.trim() === '') return
  const patterns = [...shell.errorPatterns, ...shell.permissionErrors, ...shell.busy]
  log('info', message('log_command_answered', { command, answer: knownWords(answer, patterns) }))
}

async function reachPrompt(context: CliContext): Promise<CliSession> {
  const { terminal, shell } = context
  try {
    const first = await withLastLines(context, findPrompt(context))
    const isSystemShell = shell.systemShell?.prompt.test(first.text) === true
    const found = isSystemShell ? await leaveSystemShell(context, first) : first
    const prompt = await confirmPrompt(context, found)
    return new CliSession(context, prompt, isSystemShell ? 2 : 1)
  } catch (failure) {
    terminal.close()
    throw failure
  }
}

/** Finds the line that is shown twice in reply to newlines and that the platform accepts as a prompt. */
async function findPrompt(context: CliContext): Promise<Prompt> {
  const { terminal, shell, account } = context
  const step = message('step_waiting_for_prompt')
  const questions = new LoginQuestions(context)
  const isKnown = (line: string) =>
    promptAtLogin(line, shell) !== undefined || shell.pressAnyKey?.seen.test(line) === true || questions.has(line)
  const foreign = watchForeignPrompt(step, account.secrets, isKnown)
  let keyPressed = false
  let newlines = 0
  const nudgePrompt = () => {
    newlines++
    return shell.newline
  }
  const nudge = () => (foreign.mayNudge() ? nudgePrompt() : undefined)
  const check = (screen: Screen): Prompt | undefined => {
    const { lines } = screen
    if (!keyPressed && shell.pressAnyKey && lines.slice(-3).some((line) => shell.pressAnyKey?.seen.test(line))) {
      keyPressed = true
      terminal.add(shell.pressAnyKey.answer)
    }
    const question = shell.blocked && lines.slice(-3).find((line) => shell.blocked?.seen.test(line))
    if (question !== undefined) throw blocked(context, question)
    if (questions.answer(screen)) return undefined
    const candidate = promptAtLogin(screen.lastLine, shell)
    if (!candidate) return void foreign.check(screen)
    if (newlines === 0) return void terminal.add(nudgePrompt())
    return lineBefore(lines, shell).trim() === candidate.text ? candidate : undefined
  }
  const wait = { ...promptWait(context, step, message('expected_prompt_twice')), nudge, ...foreign }
  return terminal.until(check, wait)
}

function blocked({ shell, account }: CliContext, question: string): Error {
  const { code = 'protocol_error', advice } = shell.blocked ?? {}
  const step = message('step_waiting_for_prompt')
  const facts = { step, expected: message('expected_prompt'), seen: question, advice }
  return new DeviceFailure(code, facts, account.secrets)
}

/**
 * Adds the last lines to a failure. Output before the first command is a greeting, which a user who tests the device
 * may see.
 */
async function withLastLines<T>({ terminal, account }: CliContext, found: Promise<T>): Promise<T> {
  try {
    return await found
  } catch (failure) {
    if (!(failure instanceof DeviceFailure)) throw failure
    const shown = lastLines(terminal.lastLines(), account.secrets)
    throw new DeviceFailure(failure.code, { ...failure, lastLines: shown }, account.secrets)
  }
}

/** Starts the command line from the system shell in which the account landed. */
async function leaveSystemShell(context: CliContext, landed: Prompt): Promise<Prompt> {
  const { terminal, shell, account, log } = context
  const { prompt: outer, command } = shell.systemShell ?? {}
  if (outer === undefined || command === undefined) throw new Error('a platform without a system shell')
  log('info', message('log_system_shell', { prompt: landed.text }))
  const step = message('step_leaving_system_shell', { command })
  terminal.send(command + shell.newline)
  const inner = await findPrompt(context).catch((failure: unknown) => {
    throw endedInSystemShell(failure, step)
  })
  if (!outer.test(inner.text)) return inner
  const seen = knownWords(terminal.received(), [/not found/])
  const facts = { step, expected: message('expected_command_line'), seen }
  throw new DeviceFailure('protocol_error', facts, account.secrets)
}

/**
 * Confirms the prompt as the text before the echo of an end mark: lines of a banner may resemble a prompt several
 * times.
 */
async function confirmPrompt(context: CliContext, found: Prompt): Promise<Prompt> {
  const { terminal, shell } = context
  if (shell.comment === undefined) return found
  const mark = createEndMark(shell.comment)
  terminal.send(mark + shell.newline)
  const expected = message('expected_prompt_with_echo', { prompt: found.text })
  const wait = promptWait(context, message('step_confirming_prompt'), expected)
  return terminal.until(
    ({ lines }) => {
      const line = lines[findMark(lines.slice(0, -1), mark)]
      if (line === undefined) return undefined
      const shown = promptOf(textBeforeMark(line, mark) ?? '', shell) ?? found
      return shown.is(lines.at(-1) ?? '') ? shown : undefined
    },
    { ...wait, nudge: () => shell.newline },
  )
}

function promptWait({ limits }: CliContext, step: Wait['step'], expected: Wait['expected']): Wait {
  const { promptMs: idleMs, totalMs, maxBytes } = limits
  return { step, expected, idleMs, totalMs, maxBytes }
}
