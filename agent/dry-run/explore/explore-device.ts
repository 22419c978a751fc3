import { message } from '../../../shared/messages/message.ts'
import { isSecretQuestion } from '../../../shared/platforms/secret-question.ts'
import { openSshSession, shellAccountOf, type SshDependencies } from '../../collect/ssh-path.ts'
import { Terminal } from '../../collect/cli/terminal.ts'
import type { ShellAccount } from '../../collect/cli/command-session.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { JobSpec } from '../../job-spec.ts'
import type { ReadingRecorder } from '../reading-recorder.ts'
import { type Answer, readAnswer } from './answer.ts'
import { Dialogue, type ExplorationLimits, isPrompt, isQuestion, type Reply } from './dialogue.ts'
import { commandGroups, enableCommand, logoutCommands, pagerOffCommands, unknownCommands } from './known-commands.ts'
import { isErrorAnswer, maxErrorLines } from './error-lines.ts'

/** A question before the prompt, and the part of the credential or the key that answers it. */
export interface Question {
  line: string
  answer: 'username' | 'password' | '\r' | '\x19'
}

/** What a device without a document showed. Lines are latin1 and contain secrets. */
export interface Exploration {
  newline: 'lf' | 'cr'
  /** Questions of the device before its prompt, in order. */
  questions: Question[]
  prompt: string
  /** The prompt before privileged mode; null if the session did not change to it. */
  userPrompt: string | null
  /** The question for the enable secret; null if the device did not ask. */
  secretQuestion: string | null
  pager: { mark: string; command: string } | null
  pagerOff: string | null
  answers: Answer[]
  rejected: Answer[]
  logout: string | null
}

type Recorder = Pick<ReadingRecorder, 'connect' | 'requested' | 'decided' | 'received' | 'exchanges'>

/**
 * Logs in to a device, finds its prompt, and sends display commands that many devices know. Never sends a command that could
 * change a device.
 * @throws DeviceFailure if the device is unreachable, is not trusted, refuses the login or shows no prompt
 */
export async function exploreDevice(
  job: JobSpec,
  dependencies: SshDependencies,
  recorder: Recorder,
  limits: ExplorationLimits,
): Promise<Exploration> {
  const account = shellAccountOf(job)
  const session = await openSshSession(job, dependencies)
  try {
    const terminal = new Terminal(await session.shell(), account.secrets)
    try {
      return await explore(new Dialogue(terminal, limits, account.secrets), account, recorder)
    } finally {
      terminal.close()
    }
  } finally {
    await session.close()
  }
}

async function explore(dialogue: Dialogue, account: ShellAccount, recorder: Recorder): Promise<Exploration> {
  const questions = await findPrompt(dialogue, account)
  const raised = await enterPrivilegedMode(dialogue, account)
  const found: Exploration = {
    newline: dialogue.newline === '\r' ? 'cr' : 'lf',
    questions,
    prompt: dialogue.prompt ?? '',
    ...raised,
    pager: null,
    pagerOff: null,
    answers: [],
    rejected: [],
    logout: null,
  }
  const explorer = new Explorer(dialogue, recorder, found)
  for (const command of unknownCommands) if (!(await explorer.try('unknown', command))) return found
  for (const { commands } of commandGroups) {
    for (const [key, command] of commands) {
      if (found.answers.some((answer) => answer.key === key)) continue
      if (!(await explorer.try(key, command))) return found
    }
    if (found.answers.some(({ key }) => key === 'running-config')) break
  }
  for (const command of logoutCommands) {
    const end = await dialogue.leave(command)
    if (end === 'closed') found.logout = command
    if (end !== 'prompt') break // a further command could answer a question
  }
  return found
}

const maxQuestions = 8
const controlY = /ctrl-?y\b/i
const anyKey = /(?:press|hit|strike)\b.{0,40}\b(?:any key|return|enter|key)/i
const nameQuestion = /(?:user ?name|login|user)\s*:\s*$/i

/** Asks for another password than that of the login: an answer could change it. */
const passwordChange =
  /\b(?:new|old|current|confirm|again|re-?(?:enter|type)|repeat|verify|changed?|expired|set|create|choose)\b/i

/**
 * Answers questions until a line is shown again for each empty line. Leaves a decision to the user.
 * @throws DeviceFailure prompt_timeout, auth_failed
 */
async function findPrompt(dialogue: Dialogue, account: ShellAccount): Promise<Question[]> {
  const questions: Question[] = []
  await dialogue.waitUntilSilent()
  for (let round = 0; round < maxQuestions; round++) {
    const line = dialogue.cursorLine.trim()
    const asked = questionIn(dialogue)
    if (asked) {
      const isRepeated = questions.some(
        (one) => one.line === asked.line || (one.answer === 'password' && asked.answer === 'password'),
      )
      if (isRepeated || asksForChange(dialogue, asked)) throw noPrompt('auth_failed', asked.line, account)
      questions.push(asked)
      await answer(dialogue, asked.answer, account)
      continue
    }
    if (isQuestion(line)) throw noPrompt('prompt_timeout', line, account)
    const bytes = await dialogue.press(dialogue.newline)
    if (bytes === 0 && dialogue.newline === '\n') dialogue.newline = '\r'
    else if (line !== '' && dialogue.cursorLine.trim() === line && isPrompt(line)) {
      dialogue.prompt = line
      return questions
    }
  }
  throw noPrompt('prompt_timeout', dialogue.lastShownLine, account)
}

function asksForChange(dialogue: Dialogue, { line, answer: part }: Question): boolean {
  return part === 'password' && changesPassword(dialogue, line)
}

/** Whether a question for a password, or the line above it, is about another one than that of the login. */
function changesPassword({ lineBeforeCursor: above }: Dialogue, line: string): boolean {
  return passwordChange.test(line) || (namesPassword.test(above) && passwordChange.test(above))
}

const namesPassword = /pass(?:word|code|phrase)/i

function questionIn(dialogue: Dialogue): Question | undefined {
  const line = dialogue.cursorLine.trim()
  if (isSecretQuestion(line)) return { line, answer: 'password' }
  if (nameQuestion.test(line)) return { line, answer: 'username' }
  const shown = dialogue.lastShownLine.trim()
  if (line !== '' && line !== shown) return undefined
  if (controlY.test(shown)) return { line: shown, answer: '\x19' }
  return anyKey.test(shown) ? { line: shown, answer: '\r' } : undefined
}

function answer(dialogue: Dialogue, part: Question['answer'], account: ShellAccount): Promise<number> {
  if (part === 'username') return dialogue.send(account.username)
  if (part !== 'password') return dialogue.press(part)
  if (account.password !== undefined) return dialogue.send(account.password)
  throw noPrompt('credential_missing', '', account)
}

function noPrompt(
  code: 'auth_failed' | 'credential_missing' | 'prompt_timeout',
  seen: string,
  { secrets }: ShellAccount,
): DeviceFailure {
  const expected = code === 'prompt_timeout' ? message('expected_prompt') : message('expected_user_and_password')
  return new DeviceFailure(code, { step: message('step_exploring_device'), expected, seen }, secrets)
}

/**
 * Enters privileged mode if the prompt ends with `>` and the credential has an enable secret.
 * @throws DeviceFailure auth_failed if the device shows anything else than a question for it and a prompt
 */
async function enterPrivilegedMode(
  dialogue: Dialogue,
  account: ShellAccount,
): Promise<Pick<Exploration, 'userPrompt' | 'secretQuestion'>> {
  const nothing = { userPrompt: null, secretQuestion: null }
  const { prompt } = dialogue
  const { enableSecret } = account
  if (enableSecret === undefined || !prompt?.endsWith('>')) return nothing
  await dialogue.send(enableCommand)
  const line = dialogue.cursorLine.trim()
  const secretQuestion = isSecretQuestion(line) ? line : null
  if (secretQuestion !== null) {
    if (changesPassword(dialogue, line)) throw noPrompt('auth_failed', line, account)
    await dialogue.send(enableSecret)
    // the same question again: the secret was rejected, and empty answers end the questions
    for (let tries = 0; tries < 2 && dialogue.cursorLine.trim() === secretQuestion; tries++) await dialogue.send('')
  }
  const shown = dialogue.cursorLine.trim()
  if (shown === prompt) return nothing
  if (shown !== `${prompt.slice(0, -1)}#`) throw noPrompt('auth_failed', shown, account)
  dialogue.prompt = shown
  return { userPrompt: prompt, secretQuestion }
}

/** Failures of one command after which the device cannot be explored further. */
const endingFailures: readonly string[] = ['prompt_timeout', 'connection_lost', 'output_too_large']

/** Sends commands, and sorts their answers. */
class Explorer {
  readonly #dialogue: Dialogue
  readonly #recorder: Recorder
  readonly #found: Exploration

  constructor(dialogue: Dialogue, recorder: Recorder, found: Exploration) {
    this.#dialogue = dialogue
    this.#recorder = recorder
    this.#found = found
  }

  /**
   * Returns false if the exploration ends: the device waits at an unknown question, or its answer did not end. What was
   * found before remains.
   */
  async try(key: string, command: string): Promise<boolean> {
    try {
      return await this.#try(key, command)
    } catch (error) {
      if (!(error instanceof DeviceFailure) || !endingFailures.includes(error.code)) throw error
      this.#recorder.decided({ kind: 'failed', code: error.code, seen: '' })
      return false
    }
  }

  async #try(key: string, command: string): Promise<boolean> {
    const { end, pages, answer } = await this.#ask(key, command)
    const { rejected, answers } = this.#found
    const isAnswered = end === 'prompt' && key !== 'unknown' && !isErrorAnswer(answer, rejected)
    this.#decide(answer, isAnswered)
    if (end !== 'prompt') return false
    if (isAnswered) answers.push(answer)
    else if (answer.lines.length <= maxErrorLines) rejected.push(answer)
    const [mark] = pages
    if (mark === undefined || this.#found.pager) return true
    this.#found.pager = { mark, command }
    return this.#turnPagerOff()
  }

  async #turnPagerOff(): Promise<boolean> {
    for (const command of pagerOffCommands) {
      const { end, answer } = await this.#ask('pager', command)
      const isAccepted = end === 'prompt' && answer.lines.every((line) => line.trim() === '')
      this.#decide(answer, isAccepted)
      if (isAccepted) this.#found.pagerOff = command
      if (isAccepted || end !== 'prompt') return end === 'prompt'
      this.#found.rejected.push(answer)
    }
    return true
  }

  #decide(answer: Answer, isAnswered: boolean): void {
    const seen = answer.lines.find((line) => line.trim() !== '') ?? ''
    this.#recorder.decided(
      isAnswered
        ? { kind: 'text', text: { kind: 'long-text', ...sizeOf(answer) } }
        : { kind: 'failed', code: 'command_refused', seen },
    )
  }

  async #ask(key: string, command: string): Promise<Reply & { answer: Answer }> {
    this.#recorder.requested(key, command, 'ssh')
    const reply = await this.#dialogue.ask(command)
    const exchange = this.#recorder.exchanges.at(-1)
    const answer = readAnswer(exchange?.raw ?? '', {
      key,
      command,
      pages: reply.pages,
      isCut: exchange?.isCut !== false,
    })
    return { ...reply, answer }
  }
}

function sizeOf({ lines }: Answer) {
  const size = lines.reduce((sum, line) => sum + line.length + 1, 0)
  return { content: { size, chunks: [] }, fingerprint: '', normalisedFingerprint: '' }
}
