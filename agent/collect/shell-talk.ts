import { DeviceFailure } from '../device-failure.ts'
import { quote } from '../quote.ts'
import type { Session } from '../sessions/session.ts'
import type { ShellDescription, ShellLimits, ShellStep } from '../../shared/platforms/platform.ts'
import type { RunLog } from './captured.ts'
import { privileged, promptOf, type Prompt } from './prompt.ts'
import { bodyOf } from './shell-answer.ts'
import { openDialogue, type Received, type Wait } from './shell-dialogue.ts'
import { withoutEcho } from './terminal-text.ts'

export interface ShellAccount {
  username: string
  /** Without it the account stays as it logged in. */
  enableSecret?: string
  /** Blanked wherever a failure quotes the device. */
  secrets: readonly string[]
}

/** A shell at its prompt, ready for commands. */
export interface ShellTalk {
  /** Whether the account has all rights that the platform knows. */
  readonly isPrivileged: boolean
  /**
   * Sends one command and gives its answer, without echo, pager and prompt, as latin1.
   * `isCut` is asked of an answer that ended in a prompt: when it says yes, one newline finds out whether that prompt
   * was one, or a line of the answer that looks like it.
   */
  ask(command: string, step: string, isCut?: (body: string) => boolean): Promise<string>
  /** Says goodbye when the device is at its prompt, and hangs up. Never rejects. */
  leave(): Promise<void>
}

export type ShellStage = 'prompt' | 'enable' | 'prepare'

/** Longest time for the device to hang up after the goodbye. */
const leaveMs = 2_000

/**
 * Opens a shell and brings it to a confirmed prompt, with all rights if the credential has them and paging off if the
 * device lets us. Nothing is typed ahead, and nothing waits for silence.
 * @param done told as each stage is done
 * @throws DeviceFailure prompt_timeout, enable_failed, connection_lost; the channel is closed then
 */
export async function openShellTalk(
  session: Session,
  shell: ShellDescription,
  account: ShellAccount,
  limits: ShellLimits,
  log: RunLog,
  done: (stage: ShellStage) => void = () => undefined,
): Promise<ShellTalk> {
  const dialogue = openDialogue(await session.shell(), account.secrets)
  let atPrompt = false
  let owed = 0 // newlines that may still be answered by a prompt of their own
  let patienceMs = 0
  const wait = (step: string, expected: string, nudge?: Wait['nudge']): Wait => {
    const idleMs = limits.promptMs + patienceMs
    return { step, expected, idleMs, totalMs: limits.totalMs, maxBytes: limits.maxBytes, nudge }
  }
  const isReply = (received: Received, command: string) =>
    owed === 0 ||
    withoutEcho(`${received.head}\n`, command, (line) => prompt.is(line) || shell.intruder.test(line)).echoed

  async function findPrompt(): Promise<Prompt> {
    let woken = false
    let newlines = 0
    const knock = () => {
      newlines++
      return shell.newline
    }
    const confirmed = await dialogue.until(
      ({ lines }) => {
        if (!woken && shell.wake && lines.slice(-3).some((line) => shell.wake?.seen.test(line))) {
          woken = true
          dialogue.add(shell.wake.answer)
        }
        const candidate = promptOf(lines.at(-1) ?? '', shell)
        if (!candidate) return undefined
        if (newlines === 0) return void dialogue.add(knock())
        const before = lines.slice(0, -1).findLast((line) => line.trim() !== '')
        return before?.trim() === candidate.text ? candidate : undefined
      },
      wait('waiting for the first prompt', 'a prompt, and the same one after a newline', knock),
    )
    owed = newlines - 1
    return confirmed
  }

  async function raise(step: Extract<ShellStep, { step: 'raise' }>) {
    const words = 'raising the account’s rights'
    const target = privileged(prompt, shell)
    const secret = account.enableSecret ?? ''
    const refuse = (seen: string, expected: string) =>
      new DeviceFailure('enable_failed', { step: words, expected, seen }, account.secrets)
    let secretSent = false
    let nameSent = false
    atPrompt = false
    dialogue.send(step.command + shell.newline)
    for (;;) {
      const next = await dialogue.until(
        (received) => {
          const last = received.lines.at(-1) ?? ''
          if (step.asksSecret.test(last)) return 'secret'
          if (step.asksName.test(last)) return 'name'
          if (target.is(last)) return 'raised'
          return prompt.is(last) && (secretSent || isReply(received, step.command)) ? 'refused' : undefined
        },
        wait(words, `${target.text} or a question for the secret`),
      )
      if (next === 'raised') break
      const seen = dialogue.received()
      if (next === 'refused') {
        atPrompt = true
        throw refuse(seen, step.refused.some((pattern) => pattern.test(seen)) ? 'the secret to be taken' : target.text)
      }
      // A device asks three times; the second question says that the answer was wrong. Nothing more is typed.
      if (next === 'secret' && secretSent) throw refuse(seen, 'the secret to be taken at the first try')
      if (next === 'name' && nameSent) throw refuse(seen, 'the user name to be taken at the first try')
      if (next === 'secret') secretSent = true
      else nameSent = true
      dialogue.send((next === 'secret' ? secret : account.username) + shell.newline)
    }
    prompt = target
    atPrompt = true
    owed = 0
  }

  async function ask(command: string, step: string, isCut: (body: string) => boolean = () => false): Promise<string> {
    const pages: number[] = []
    let probed = false
    let recalled = false
    const body = () => bodyOf(dialogue.received(), pages, command, prompt, shell)
    const judge = (received: Received): true | undefined => {
      const { lines, cursorLine, length } = received
      const last = lines.at(-1) ?? ''
      const before = lines.slice(0, -1).findLast((line) => line.trim() !== '') ?? ''
      if (shell.pager.mark.test(cursorLine.replace(shell.pager.wiped, ''))) {
        if (pages.at(-1) === length) return undefined // asked for already
        pages.push(length)
        return void dialogue.add(shell.pager.answer)
      }
      if (prompt.is(last)) return isReply(received, command) && (!probed || prompt.is(before)) ? true : undefined
      if (!recalled && last.trim() === '' && hasLogBehindPrompt(lines)) {
        recalled = true
        dialogue.add(shell.newline)
      }
      return undefined
    }
    const patience = { ...wait(step, `the prompt ${prompt.text}`), idleMs: limits.idleMs + patienceMs }

    atPrompt = false
    const startedAt = performance.now()
    dialogue.send(command + shell.newline)
    try {
      await dialogue.until(judge, patience)
      let answer = body()
      if (isCut(answer)) {
        probed = true
        dialogue.add(shell.newline)
        await dialogue.until(judge, patience)
        answer = body()
      }
      atPrompt = true
      owed = 0
      log('info', `${command}: ${answer.length} bytes in ${Math.round(performance.now() - startedAt)} ms`)
      return answer
    } catch (failure) {
      throw isSilence(failure) && body().trim() !== '' ? cutShort(step, dialogue.received()) : failure
    }
  }

  /** A log line that came after the prompt leaves the cursor on an empty line: only a newline shows the prompt again. */
  function hasLogBehindPrompt(lines: readonly string[]): boolean {
    const said = lines.filter((line) => line.trim() !== '')
    const firstLog = said.findLastIndex((line) => !shell.intruder.test(line)) + 1
    return firstLog > 0 && firstLog < said.length && prompt.is(said[firstLog - 1] ?? '')
  }

  function cutShort(step: string, received: string): DeviceFailure {
    const facts = { step, expected: `the prompt ${prompt.text} after the whole answer`, seen: received.slice(-600) }
    return new DeviceFailure('output_truncated', facts, account.secrets)
  }

  let prompt: Prompt
  try {
    prompt = await findPrompt()
    atPrompt = true
    log('info', `the prompt is ${prompt.text}`)
    done('prompt')
    for (const step of shell.prepare) {
      if (step.step !== 'raise' || account.enableSecret === undefined || isPrivileged(prompt, shell)) continue
      await raise(step)
      log('info', `the prompt is now ${prompt.text}`)
    }
    done('enable')
    for (const step of shell.prepare) {
      if (step.step !== 'try') continue
      const startedAt = performance.now()
      const answer = await ask(step.command, `preparing the session with ${step.command}`)
      // a device whose accounting servers are down is slow at every command: its later answers get more time
      patienceMs = Math.max(patienceMs, 2 * (performance.now() - startedAt))
      if (answer.trim() !== '') log('info', `${step.command} was answered: ${quote(answer)}`)
    }
    done('prepare')
  } catch (failure) {
    await leave()
    throw failure
  }

  async function leave() {
    if (atPrompt) await dialogue.finish(shell.logout + shell.newline, leaveMs)
    dialogue.close()
  }

  return {
    get isPrivileged() {
      return isPrivileged(prompt, shell)
    },
    ask,
    leave,
  }
}

function isPrivileged(prompt: Prompt, shell: ShellDescription): boolean {
  return shell.privilegedEnd === undefined || prompt.end === shell.privilegedEnd
}

function isSilence(failure: unknown): boolean {
  return failure instanceof DeviceFailure && failure.code === 'prompt_timeout'
}
