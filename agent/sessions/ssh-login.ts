import type { AnyAuthMethod, AuthHandlerMiddleware, ParsedKey, Prompt } from 'ssh2'
import { DeviceFailure } from '../device-failure.ts'

export interface Login {
  username: string
  password?: string
  key?: ParsedKey
}

export interface LoginAttempt {
  handler: AuthHandlerMiddleware
  /** Whether the password has left this machine: from then on a dropped connection may have been a refusal. */
  sentSecret(): boolean
}

/**
 * Walks the methods that the server names: key, then password, then keyboard-interactive, and sends the password at
 * most once over all of them, because devices count failures and lock accounts. `refuse` is told why, and must end the
 * connection.
 */
export function logInOnce(login: Login, refuse: (why: DeviceFailure) => void): LoginAttempt {
  let tried: string[] = []
  let passwordSent = false
  let partial = false

  const handler: AuthHandlerMiddleware = (methodsLeft, partialSuccess, next) => {
    const offered: readonly string[] | null = methodsLeft // null before the first answer, whatever the types say
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
    let asked = ''
    return (_n: string, instructions: string, _l: string, prompts: Prompt[], finish: (answers: string[]) => void) => {
      const words = prompts.map((prompt) => prompt.prompt.trim()).join(' / ')
      const answers = prompts.map((prompt) => answerTo(prompt, password, passwordSent))
      if (answers.some((text) => text === undefined)) {
        if (passwordSent && words === asked) return refuse(refusalOf(['keyboard-interactive']))
        return refuse(twoFactor(`${instructions.trim()} ${words}`.trim()))
      }
      if (answers.includes(password)) {
        passwordSent = true
        asked = words
      }
      finish(answers.map((text) => text ?? ''))
    }
  }

  function refusalOf(offered: readonly string[]): DeviceFailure {
    const step = `logging in as ${login.username}`
    if (partial && passwordSent) return twoFactor(`the password is not enough, also wanted: ${offered.join(', ')}`)
    if (tried.length > 0) {
      return new DeviceFailure('auth_failed', {
        step,
        expected: `the device to accept the ${tried.map(wordsOf).join(' or the ')}`,
        seen: `refused; it takes: ${offered.join(', ')}`,
      })
    }
    return new DeviceFailure('credential_missing', {
      step,
      expected: 'a password or a key that the device takes',
      seen: `it takes: ${offered.join(', ') || 'nothing'}; the credential has ${held(login)}`,
    })
  }

  function twoFactor(seen: string): DeviceFailure {
    return new DeviceFailure('two_factor_required', {
      step: `logging in as ${login.username}`,
      expected: 'no question but the password',
      seen,
    })
  }

  return { handler, sentSecret: () => passwordSent }
}

/** Undefined: we have no answer. A question for terms inside the login: PAN-OS asks `Do you accept …`. */
function answerTo(prompt: Prompt, password: string, passwordSent: boolean): string | undefined {
  if (/do you accept/i.test(prompt.prompt)) return 'yes'
  if (prompt.echo !== true && !passwordSent && /ssword|passcode|PIN/i.test(prompt.prompt)) return password
  return undefined
}

function wordsOf(method: string): string {
  return method === 'publickey' ? 'key' : 'password'
}

function held(login: Login): string {
  return [login.password !== undefined && 'a password', login.key && 'a key'].filter(Boolean).join(' and ') || 'neither'
}
