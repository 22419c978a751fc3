import type { ExpectationMessage, StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import { createShape, knownWords } from '../../shared/redact/describe-size.ts'
import type { Session } from '../sessions/session.ts'
import type { ShellDescription, ShellLimits, ShellStep } from '../../shared/platforms/platform.ts'
import { createAnswerLines } from './answer-lines.ts'
import { type AnswerReader, gatheringReader, type TextReader } from './answer-reader.ts'
import type { RunLog } from './captured.ts'
import { createEndMark, findMark, textBeforeMark } from './end-mark.ts'
import { watchForeignPrompt } from './foreign-prompt.ts'
import { lastLines } from './last-lines.ts'
import { privileged, promptOf, type Prompt } from './prompt.ts'
import { openDialogue, type Received, type Wait } from './cli-dialogue.ts'
import { endedInSystemShell, refuseSystemShell } from './system-shell.ts'
import { withoutEcho } from './terminal-text.ts'

export interface ShellAccount {
  username: string
  /** Without it the account stays as it logged in. */
  enableSecret?: string
  /** Blanked wherever a failure quotes the device. */
  secrets: readonly string[]
}

/** A shell at its prompt, ready for commands. */
export interface CliSession {
  /** Whether the account has all rights that the platform knows. */
  readonly isPrivileged: boolean
  /** The prompt as it came last, with all that varies; empty where there is none. */
  readonly shownPrompt: string
  /**
   * Sends one command and hands on its answer as it comes, without echo, pager and prompt, to a reader that `begin`
   * returns. The answer ends where an end mark was echoed behind a prompt: no line of it is taken for the prompt.
   */
  read<Reader extends TextReader>(command: string, step: StepMessage, begin: () => Reader): Promise<Reader>
  /** The answer to one command as a whole, lines with their ends, as latin1. `isCut` as that of a reader. */
  ask(command: string, step: StepMessage, isCut?: (body: string) => boolean): Promise<string>
  /** Hangs up without another word. */
  abandon(): void
  /** The lines that stood in front of the prompt which ended the last answer, as `promptLead` knows them. */
  lead(): string[]
  /** Says goodbye when the device is at its prompt, and hangs up. Never rejects. */
  leave(): Promise<void>
}

export type ShellStage = 'prompt' | 'enable' | 'prepare'

/** A terminal may echo an end mark while the device still speaks: more of the text would come within this time. */
const settleMs = 100

/** Longest time for the device to hang up after the goodbye. */
const leaveMs = 2_000

/**
 * Opens a shell and brings it to a confirmed prompt, with all rights if the credential has them and paging off if the
 * device lets us. Nothing is typed ahead.
 * @param done told as each stage is done
 * @throws DeviceFailure prompt_timeout, enable_failed, connection_lost; the channel is closed then
 */
export async function openCliSession(
  session: Session,
  shell: ShellDescription,
  account: ShellAccount,
  limits: ShellLimits,
  log: RunLog,
  done: (stage: ShellStage) => void = () => undefined,
): Promise<CliSession> {
  const dialogue = openDialogue(await session.shell(), account.secrets)
  let atPrompt = false
  let shownPrompt = ''
  let lead: string[] = []
  let isInner = false // a system shell stands behind the command line
  let waitLimitMs = 0
  const wait = (step: StepMessage, expected: ExpectationMessage, nudge?: Wait['nudge']): Wait => {
    const idleMs = limits.promptMs + waitLimitMs
    return { step, expected, idleMs, totalMs: limits.totalMs, maxBytes: limits.maxBytes, nudge }
  }
  // a prompt without the echo of the command before it may be the answer to an earlier newline, or a line of a banner
  const isReply = (received: Received, command: string) =>
    withoutEcho(`${received.head}\n`, command, (line) => prompt.is(line) || shell.syslogLine.test(line)).echoed

  async function findPrompt(): Promise<Prompt> {
    let keyPressed = false
    let newlines = 0
    const step = message('step_waiting_for_prompt')
    const isKnown = (line: string) => promptOf(line, shell) !== undefined || shell.pressAnyKey?.seen.test(line) === true
    const foreign = watchForeignPrompt(step, account.secrets, isKnown)
    const nudgePrompt = () => {
      newlines++
      return shell.newline
    }
    const nudge = () => (foreign.mayNudge() ? nudgePrompt() : undefined)
    return dialogue.until(
      (received) => {
        const { lines } = received
        if (!keyPressed && shell.pressAnyKey && lines.slice(-3).some((line) => shell.pressAnyKey?.seen.test(line))) {
          keyPressed = true
          dialogue.add(shell.pressAnyKey.answer)
        }
        const question = shell.blocked && lines.slice(-3).find((line) => shell.blocked?.seen.test(line))
        if (question !== undefined) throw blocked(question)
        const candidate = promptOf(lines.at(-1) ?? '', shell)
        if (!candidate) return void foreign.check(received)
        if (newlines === 0) return void dialogue.add(nudgePrompt())
        return lineBefore(lines).trim() === candidate.text ? candidate : undefined
      },
      { ...wait(step, message('expected_prompt_twice'), nudge), ...foreign },
    )
  }

  /** Lines of a banner may look like a prompt, several times: the prompt is the text before the echo of an end mark. */
  async function synchronise(found: Prompt): Promise<Prompt> {
    if (shell.comment === undefined) return found
    const mark = createEndMark(shell.comment)
    dialogue.send(mark + shell.newline)
    return dialogue.until(
      ({ lines }) => {
        const line = lines[findMark(lines.slice(0, -1), mark)]
        if (line === undefined) return undefined
        const shown = promptOf(textBeforeMark(line, mark) ?? '', shell) ?? found
        return shown.is(lines.at(-1) ?? '') ? shown : undefined
      },
      wait(
        message('step_confirming_prompt'),
        message('expected_prompt_with_echo', { prompt: found.text }),
        () => shell.newline,
      ),
    )
  }

  function blocked(question: string): Error {
    const { code = 'protocol_error', advice } = shell.blocked ?? {}
    const facts = {
      step: message('step_waiting_for_prompt'),
      expected: message('expected_prompt'),
      seen: question,
      advice,
    }
    return new DeviceFailure(code, facts, account.secrets)
  }

  /** Nothing was asked yet: what has come is a greeting, which a user who examines the device may see. */
  async function withLastLines<T>(found: Promise<T>): Promise<T> {
    try {
      return await found
    } catch (failure) {
      if (!(failure instanceof DeviceFailure)) throw failure
      const shown = lastLines(dialogue.lastLines(), account.secrets)
      throw new DeviceFailure(failure.code, { ...failure, lastLines: shown }, account.secrets)
    }
  }

  /** The last line before the one with the cursor that says something. */
  function lineBefore(lines: readonly string[]): string {
    const says = (line: string) => line.trim() !== '' && shell.promptLead?.test(line.trim()) !== true
    return lines.slice(0, -1).findLast(says) ?? ''
  }

  async function enter({ prompt: outer, command }: NonNullable<ShellDescription['systemShell']>): Promise<Prompt> {
    log('info', `${prompt.text} is a system shell`)
    const step = message('step_leaving_system_shell', { command })
    dialogue.send(command + shell.newline)
    const inner = await findPrompt().catch((failure: unknown) => {
      throw endedInSystemShell(failure, step)
    })
    if (!outer.test(inner.text)) return inner
    const facts = { step, expected: message('expected_command_line') }
    throw new DeviceFailure(
      'protocol_error',
      { ...facts, seen: knownWords(dialogue.received(), [/not found/]) },
      account.secrets,
    )
  }

  async function enable(step: Extract<ShellStep, { step: 'raise' }>) {
    const words = message('step_raising_rights')
    const target = privileged(prompt, shell)
    const secret = account.enableSecret ?? ''
    const refuse = (seen: string, expected: ExpectationMessage) =>
      new DeviceFailure(
        'enable_failed',
        {
          step: words,
          expected,
          seen: knownWords(seen, [...step.refused, ...shell.errorPatterns, ...shell.permissionErrors]),
        },
        account.secrets,
      )
    let secretSent = false
    let nameSent = false
    let isHeard = false
    atPrompt = false
    dialogue.send(step.command + shell.newline)
    for (;;) {
      const next = await dialogue.until(
        (received) => {
          const last = received.lines.at(-1) ?? ''
          isHeard ||= isReply(received, step.command)
          if (!isHeard) return undefined
          if (step.asksSecret.test(last)) return 'secret'
          if (step.asksName.test(last)) return 'name'
          if (target.is(last)) return 'raised'
          return prompt.is(last) ? 'refused' : undefined
        },
        wait(words, message('expected_prompt_or_secret', { prompt: target.text })),
      )
      if (next === 'raised') break
      const seen = dialogue.received()
      if (next === 'refused') {
        atPrompt = true
        throw refuse(
          seen,
          step.refused.some((pattern) => pattern.test(seen))
            ? message('expected_secret_accepted')
            : message('expected_shown_prompt', { prompt: target.text }),
        )
      }
      // A device asks three times; the second question says that the answer was wrong. Nothing more is typed.
      if (next === 'secret' && secretSent) throw refuse(seen, message('expected_secret_accepted_first'))
      if (next === 'name' && nameSent) throw refuse(seen, message('expected_username_accepted_first'))
      if (next === 'secret') secretSent = true
      else nameSent = true
      dialogue.send((next === 'secret' ? secret : account.username) + shell.newline)
    }
    prompt = target
    atPrompt = true
  }

  function read<Reader extends TextReader>(command: string, step: StepMessage, begin: () => Reader): Promise<Reader> {
    const reader = begin()
    return shell.comment === undefined
      ? exchange(command, step, reader)
      : exchange(command, step, reader, { mark: createEndMark(shell.comment), reader })
  }

  /** @param end without it a prompt behind the answer ends it, or a second one where the reader finds it cut */
  async function exchange<Reader extends AnswerReader>(
    command: string,
    step: StepMessage,
    reader: Reader,
    end?: { mark: string; reader: TextReader },
  ): Promise<Reader> {
    const answer = createAnswerLines(command, prompt, shell)
    const shape = createShape()
    let isMarked = false
    let bytes = 0
    let paged = { length: -1, cursorLength: 0 }
    let probed = false
    let recalled = false
    const judge = (received: Received): true | undefined => {
      const { lines, cursorLine, cursorLength, length } = received
      const last = lines.at(-1) ?? ''
      const before = lineBefore(lines)
      if (shell.pager.mark.test(cursorLine.replace(shell.pager.wiped, ''))) {
        // asked for already: nothing came, or the last characters of the same mark
        if (cursorLength - paged.cursorLength === length - paged.length) return undefined
        paged = { length, cursorLength }
        answer.page()
        return void dialogue.add(shell.pager.answer)
      }
      if (prompt.is(last)) {
        shownPrompt = last.trim()
        lead = leadOf(lines, prompt, shell)
      }
      if (prompt.is(last) && end && isMarked) return findMark(lines.slice(0, -1), end.mark) === -1 ? undefined : true
      if (prompt.is(last)) return isReply(received, command) && (!probed || prompt.is(before)) ? true : undefined
      if (!recalled && last.trim() === '' && hasLogBehindPrompt(lines)) {
        recalled = true
        dialogue.add(shell.newline)
      }
      return undefined
    }
    const timeouts = {
      ...wait(step, message('expected_shown_prompt', { prompt: prompt.text })),
      idleMs: limits.idleMs + waitLimitMs,
    }
    const take = async (lines: readonly string[]) => {
      if (lines.length === 0) return
      for (const line of lines) bytes += line.length + 1
      await reader.push(lines)
    }
    const hear = (piece: string) => {
      shape.push(piece)
      return take(answer.push(piece))
    }

    atPrompt = false
    const startedAt = performance.now()
    dialogue.send(command + shell.newline)
    try {
      await dialogue.until(judge, timeouts, hear)
      if (end) {
        isMarked = true
        answer.expectMark(end.mark)
        dialogue.add(end.mark + shell.newline)
        await dialogue.until(judge, timeouts, hear)
        await dialogue.listen(settleMs, timeouts, hear)
        const { lines, doubtful, disturbance } = answer.conclude()
        await take(lines)
        if (!end.reader.knowsEnd) await take(doubtful)
        if (disturbance !== undefined) end.reader.disturb(disturbance)
      } else {
        await take(answer.settle(false))
        if (await reader.isCut()) {
          probed = true
          dialogue.add(shell.newline)
          await dialogue.until(judge, timeouts, hear)
        }
        await take(answer.settle(true))
      }
      atPrompt = true
      log('info', `${command}: ${bytes} bytes in ${Math.round(performance.now() - startedAt)} ms`)
      return reader
    } catch (failure) {
      throw answer.isSilent() ? failure : withoutWords(failure, step, shape.end())
    }
  }

  async function ask(command: string, step: StepMessage, isCut?: (body: string) => boolean): Promise<string> {
    const answer = (await exchange(command, step, gatheringReader(isCut))).body()
    refuseSystemShell(answer, step)
    return answer
  }

  /** A log line that came after the prompt leaves the cursor on an empty line: only a newline shows the prompt again. */
  function hasLogBehindPrompt(lines: readonly string[]): boolean {
    const said = lines.filter((line) => line.trim() !== '')
    const firstLog = said.findLastIndex((line) => !shell.syslogLine.test(line)) + 1
    return firstLog > 0 && firstLog < said.length && prompt.is(said[firstLog - 1] ?? '')
  }

  /** What has come is a part of a configuration, perhaps: a failure says how far it came, and quotes nothing. */
  function withoutWords(failure: unknown, step: StepMessage, seen: string): unknown {
    if (!(failure instanceof DeviceFailure) || failure.code === 'output_too_large') return failure
    const code = failure.code === 'prompt_timeout' ? 'output_truncated' : failure.code
    const expected = message('expected_prompt_after_answer', { prompt: prompt.text })
    return new DeviceFailure(code, { step, expected, seen }, account.secrets)
  }

  let prompt: Prompt
  try {
    prompt = await withLastLines(findPrompt())
    if (shell.systemShell?.prompt.test(prompt.text)) {
      prompt = await enter(shell.systemShell)
      isInner = true
    }
    prompt = await synchronise(prompt)
    atPrompt = true
    log('info', `the prompt is ${prompt.text}`)
    done('prompt')
    for (const step of shell.prepare) {
      if (step.step !== 'raise' || account.enableSecret === undefined || isPrivileged(prompt, shell)) continue
      await enable(step)
      log('info', `the prompt is now ${prompt.text}`)
    }
    done('enable')
    for (const step of shell.prepare) {
      if (step.step !== 'try') continue
      const startedAt = performance.now()
      const answer = await ask(step.command, message('step_preparing_session', { command: step.command }))
      // a device whose accounting servers are down is slow at every command: its later answers get more time
      waitLimitMs = Math.max(waitLimitMs, 2 * (performance.now() - startedAt))
      if (answer.trim() !== '')
        log(
          'info',
          `${step.command} was answered: ${knownWords(answer, [...shell.errorPatterns, ...shell.permissionErrors, ...shell.busy])}`,
        )
    }
    done('prepare')
  } catch (failure) {
    await leave()
    throw failure
  }

  async function leave() {
    const goodbye = shell.logout + shell.newline
    if (atPrompt) await dialogue.finish(isInner ? goodbye + goodbye : goodbye, leaveMs)
    dialogue.close()
  }

  return {
    get isPrivileged() {
      return isPrivileged(prompt, shell)
    },
    get shownPrompt() {
      return shownPrompt
    },
    read,
    ask,
    abandon() {
      atPrompt = false
      dialogue.close()
    },
    lead: () => lead,
    leave,
  }
}

function leadOf(shown: readonly string[], prompt: Prompt, { promptLead }: ShellDescription): string[] {
  const lines = shown.map((line) => line.trim())
  const isLead = (line: string) => promptLead?.test(line) === true
  const from = lines.findLastIndex((line) => line !== '' && !prompt.is(line) && !isLead(line)) + 1
  return lines.slice(from).filter(isLead)
}

function isPrivileged(prompt: Prompt, shell: ShellDescription): boolean {
  return shell.privilegedEnd === undefined || prompt.end === shell.privilegedEnd
}
