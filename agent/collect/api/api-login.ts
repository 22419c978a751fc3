import { message } from '../../../shared/messages/message.ts'
import type { ApiLoginName } from '../../../shared/platforms/requests.ts'
import { DeviceFailure } from '../../device-failure.ts'
import { openBigipToken } from './bigip-token.ts'
import { openPanosKey } from './panos-key.ts'
import type { ApiLogin, LoginContext, OpenApiLogin } from './login-context.ts'

/** Logins by their name in a platform's description. They throw DeviceFailure credential_missing or auth_failed. */
export const apiLogins: Record<ApiLoginName, OpenApiLogin> = {
  basic: (context) => Promise.resolve(fixed({ authorization: basicOf(context) })),
  bearer: (context) => Promise.resolve(fixed({ authorization: bearerOf(context) })),
  'nxapi-cookie': (context) => Promise.resolve(withCookie('nxapi_auth', basicOf(context), context)),
  'panos-key': openPanosKey,
  'bigip-token': openBigipToken,
}

function fixed(headers: Record<string, string>): ApiLogin {
  return {
    headers: () => headers,
    saw: () => undefined,
    renew: () => Promise.resolve(false),
    end: () => Promise.resolve(),
  }
}

/** RFC 7617, in UTF-8. */
function basicOf({ credential, addSecret }: LoginContext): string {
  const { username, password } = credential
  const step = message('step_logging_in_to_api')
  if (password === undefined || username === '') {
    const seen = 'a credential without a user name or a password'
    throw new DeviceFailure('credential_missing', { step, expected: message('expected_user_and_password'), seen })
  }
  if (username.includes(':')) {
    const seen = 'a user name with a colon, which cannot be told from the password that follows it'
    throw new DeviceFailure('credential_unusable', { step, seen, advice: message('advice_other_username') })
  }
  const encoded = Buffer.from(`${username}:${password}`).toString('base64')
  addSecret(encoded)
  return `Basic ${encoded}`
}

function bearerOf({ credential }: LoginContext): string {
  if (credential.api_token !== undefined) return `Bearer ${credential.api_token}`
  const seen = 'a credential without an API token'
  throw new DeviceFailure('credential_missing', {
    step: message('step_logging_in_to_api'),
    expected: message('expected_api_token'),
    seen,
  })
}

/**
 * Sends the password with the first request and the session cookie afterwards, because each login costs the device
 * work. A rejected cookie is not used again.
 */
function withCookie(name: string, authorization: string, { addSecret }: LoginContext): ApiLogin {
  let cookie: string | undefined
  let isUsable = true
  return {
    headers: (): Record<string, string> => (cookie === undefined ? { authorization } : { cookie: `${name}=${cookie}` }),
    saw({ headers }) {
      const value = isUsable ? cookieOf(headers['set-cookie'] ?? [], name) : undefined
      if (value === undefined) return
      cookie = value
      addSecret(value)
    },
    renew() {
      const wasCookie = cookie !== undefined
      cookie = undefined
      isUsable = false
      return Promise.resolve(wasCookie)
    },
    end: () => Promise.resolve(),
  }
}

/** RFC 6265 §4.1.1: name and value come first and end at the first semicolon. */
function cookieOf(lines: readonly string[], name: string): string | undefined {
  for (const line of lines) {
    const [pair = ''] = line.split(';', 1)
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
