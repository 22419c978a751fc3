import { message } from '../../../shared/messages/message.ts'
import type { LoginQuestion } from '../../../shared/platforms/platform.ts'
import { isSecretQuestion } from '../../../shared/platforms/secret-question.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { CliContext } from './cli-session.ts'
import type { Screen } from './terminal.ts'

/** Answers what a device asks within the shell before its first prompt. Each question is answered once. */
export class LoginQuestions {
  readonly #context: CliContext
  readonly #answered = new Set<LoginQuestion>()

  constructor(context: CliContext) {
    this.#context = context
  }

  /** Whether a line is a question that has an answer. */
  has(line: string): boolean {
    return this.#questionIn(line) !== undefined
  }

  /**
   * Answers the question at the cursor, if there is one.
   * @throws DeviceFailure auth_failed if the device asks for a part of the credential a second time
   */
  answer(screen: Screen): boolean {
    const { lastLine, lines } = screen
    const question = this.#questionIn(
      lastLine.trim() === '' ? (lines.findLast((line) => line.trim() !== '') ?? '') : lastLine,
    )
    if (!question) return false
    const { terminal, shell, account } = this.#context
    if (this.#answered.has(question)) {
      if (!('answer' in question) || lastLine.trim() === '') return false
      const facts = { step: message('step_waiting_for_prompt'), expected: message('expected_user_and_password') }
      throw new DeviceFailure('auth_failed', { ...facts, seen: lastLine }, account.secrets)
    }
    this.#answered.add(question)
    if ('key' in question) terminal.send(question.key)
    else terminal.send(('line' in question ? question.line : this.#partOf(question.answer)) + shell.newline)
    return true
  }

  /** A document could otherwise send the password to a shell, which shows and records it. */
  #questionIn(line: string): LoginQuestion | undefined {
    const matching = this.#context.shell.questions?.find(({ seen }) => seen.test(line))
    const isPassword = matching && 'answer' in matching && matching.answer === 'password'
    return isPassword && !isSecretQuestion(line) ? undefined : matching
  }

  #partOf(part: 'username' | 'password'): string {
    const { username, password } = this.#context.account
    if (part === 'username') return username
    if (password !== undefined) return password
    const facts = { step: message('step_waiting_for_prompt'), expected: message('expected_user_and_password') }
    throw new DeviceFailure('credential_missing', { ...facts, seen: '' }, this.#context.account.secrets)
  }
}
