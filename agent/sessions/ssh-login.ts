import type { AnyAuthMethod, AuthHandlerMiddleware, ParsedKey, Prompt } from 'ssh2'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'

export interface Login {
  username: string
  password?: string
  key?: ParsedKey
}

export interface LoginAttempt {
  handler: AuthHandlerMiddleware
  /** Whether the password was sent: from then on a lost connection may be a refusal. */
  sentSecret(): boolean
}

/**
 * Tries the methods that the server offers: key, then password, then keyboard-interactive. Sends the password at most
 * once in total, because devices count failures and lock accounts. `refuse` receives the reason and must close the
 * connection.
 */
export function logInOnce(login: Login, refuse: (why: DeviceFailure) => void): LoginAttempt {
  let tried: string[] = []
  let passwordSent = false
  let partial = false

  const handler: AuthHandlerMiddleware = (methodsLeft, partialSuccess, next) => {
    const offered: readonly string[] | null = methodsLeft // null before the first reply, despite the declared type
    partial ||= partialSuccess === true
    const attempt = offered === null ? { type: 'none' as const, username: login.username } : choose(offered)
    if (attempt) next(attempt)
    else refuse(refusalOf(offered ?? []))
  }

  function choose(offered: readonly string[]): AnyAuthMethod | undefined {
    const { username, password, key } = login
    if (key && !tried.includes('publickey') && offered.includes('publickey')) {
      tried = [...tried, 'publickey']
      return { type: 'publickey', username, key }
    }
    if (password === undefined || passwordSent) return undefined
    if (offered.includes('password')) {
      tried = [...tried, 'password']
      passwordSent = true
      return { type: 'password', username, password }
    }
    if (offered.includes('keyboard-interactive')) {
      tried = [...tried, 'keyboard-interactive']
      return { type: 'keyboard-interactive', username, prompt: answer(password) }
    }
    return undefined
  }

  function answer(password: string) {
    let lastPrompts = ''
    return (_n: string, instructions: string, _l: string, prompts: Prompt[], finish: (answers: string[]) => void) => {
      const words = prompts.map((prompt) => prompt.prompt.trim()).join(' / ')
      const answers = prompts.map((prompt) => answerTo(prompt, password, passwordSent))
      if (answers.some((text) => text === undefined)) {
        if (passwordSent && words === lastPrompts) return refuse(refusalOf(['keyboard-interactive']))
        return refuse(twoFactor(`${instructions.trim()} ${words}`.trim()))
      }
      if (answers.includes(password)) {
        passwordSent = true
        lastPrompts = words
      }
      finish(answers.map((text) => text ?? ''))
    }
  }

  function refusalOf(offered: readonly string[]): DeviceFailure {
    const step = message('step_logging_in', { username: login.username })
    if (partial && passwordSent) return twoFactor(`the password is not enough, also wanted: ${offered.join(', ')}`)
    if (tried.length > 0) {
      return new DeviceFailure('auth_failed', {
        step,
        expected: message('expected_login_accepted', { method: methodOf(tried) }),
        seen: `refused; it takes: ${offered.join(', ')}`,
      })
    }
    return new DeviceFailure('credential_missing', {
      step,
      expected: message('expected_password_or_key'),
      seen: `it takes: ${offered.join(', ') || 'nothing'}; the credential has ${held(login)}`,
    })
  }

  function twoFactor(seen: string): DeviceFailure {
    return new DeviceFailure('two_factor_required', {
      step: message('step_logging_in', { username: login.username }),
      expected: message('expected_no_other_question'),
      seen,
    })
  }

  return { handler, sentSecret: () => passwordSent }
}

/** Undefined: there is no answer. A request to accept terms within the login: PAN-OS asks `Do you accept …`. */
function answerTo(prompt: Prompt, password: string, passwordSent: boolean): string | undefined {
  if (/do you accept/i.test(prompt.prompt)) return 'yes'
  if (prompt.echo !== true && !passwordSent && /ssword|passcode|PIN/i.test(prompt.prompt)) return password
  return undefined
}

function methodOf(tried: readonly string[]): 'key' | 'password' | 'both' {
  const hasKey = tried.includes('publickey')
  if (tried.every((method) => method === 'publickey')) return 'key'
  return hasKey ? 'both' : 'password'
}

function held(login: Login): string {
  return [login.password !== undefined && 'a password', login.key && 'a key'].filter(Boolean).join(' and ') || 'neither'
}
