import { message } from '../../../shared/messages/message.ts'
import { objectIn } from '../../../shared/platforms/read-json.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { HttpsAnswer } from '../../sessions/https.ts'
import { refusalOf } from './api-refusal.ts'
import type { LoginContext, OpenApiLogin } from './login-context.ts'

const loginPath = '/mgmt/shared/authn/login'
const tokensPath = '/mgmt/shared/authz/tokens'
const json = { 'content-type': 'application/json', accept: 'application/json' }
const step = message('step_logging_in_to_api')

/** Lifetime of a token, in seconds. The device's default is 1,200, which creating an archive may exceed. */
const tokenSeconds = 3_600

/**
 * Logs in with a token of iControl REST. An account may have at most 100 valid tokens, so each is deleted when the run
 * ends, in every outcome. A restart of the services invalidates all tokens; a new one is then requested once.
 */
export const openBigipToken: OpenApiLogin = async (context) => {
  const tokens: string[] = []
  let isRenewed = false
  tokens.push(await newToken(context))

  return {
    leavesBehind: true,
    headers: () => ({ 'x-f5-auth-token': tokens.at(-1) ?? '' }),
    saw: () => undefined,
    async renew() {
      if (isRenewed) return false
      isRenewed = true
      tokens.push(await newToken(context))
      return true
    },
    async end() {
      const headers = { ...json, 'x-f5-auth-token': tokens.at(-1) ?? '' }
      for (const token of tokens) {
        // The path contains the token, so a failure is not logged. The token expires within the hour.
        await quietly(context, 'DELETE', `${tokensPath}/${token}`, headers)
      }
    },
  }
}

/** @throws DeviceFailure credential_missing, auth_failed, device_busy, protocol_error */
async function newToken(context: LoginContext): Promise<string> {
  const { username, password } = context.credential
  if (password === undefined || username === '') {
    const seen = 'a credential without a user name or a password'
    throw new DeviceFailure('credential_missing', { step, expected: message('expected_user_and_password'), seen })
  }
  const body = JSON.stringify({ username, password, loginProviderName: 'tmos' })
  for (;;) {
    const answer = await context.send({ method: 'POST', path: loginPath, headers: json, body, step, repeatable: false })
    const token = answer.status === 200 ? await tokenIn(answer) : undefined
    if (token !== undefined) {
      context.addSecret(token)
      const headers = { ...json, 'x-f5-auth-token': token }
      await quietly(context, 'PATCH', `${tokensPath}/${token}`, headers, JSON.stringify({ timeout: tokenSeconds }))
      return token
    }
    const { failure, mayPass } = await failureOf(answer, [password])
    if (!mayPass || !(await context.pause())) throw failure
  }
}

async function tokenIn(answer: HttpsAnswer): Promise<string | undefined> {
  if (!/json/.test(answer.headers['content-type'] ?? '')) return undefined
  const pieces = await Array.fromAsync(answer.body)
  const reply = objectIn(Buffer.concat(pieces).toString()) as { token?: { token?: unknown } } | undefined
  const token = reply?.token?.token
  // It becomes part of a path.
  if (typeof token === 'string' && /^[\w-]+$/.test(token)) return token
  throw new DeviceFailure('protocol_error', {
    step,
    expected: message('expected_token'),
    seen: 'an answer without one',
  })
}

/** While its services start, the device answers 404, 502, 503 or a page with a message. */
async function failureOf(
  answer: HttpsAnswer,
  secrets: string[],
): Promise<{ failure: DeviceFailure; mayPass: boolean }> {
  const { status } = answer
  if (status >= 300 && status < 400) {
    answer.discard()
    const advice = message('advice_api_redirect')
    const failure = new DeviceFailure('protocol_error', {
      step,
      expected: message('expected_token'),
      seen: `${status}`,
      advice,
    })
    return { failure, mayPass: false }
  }
  const refusal = await refusalOf(answer)
  const { seen } = refusal
  const expected = message('expected_token')
  if (/maximum active login tokens/i.test(seen)) {
    const advice = message('advice_bigip_tokens')
    return { failure: new DeviceFailure('device_busy', { step, expected, seen, advice }, secrets), mayPass: false }
  }
  const isBusy = status > 500 || status === 429
  const code =
    status === 401 ? 'auth_failed' : status === 403 ? refusal.code : isBusy ? 'device_busy' : 'protocol_error'
  const mayPass = isBusy || status === 404 || status === 200
  return { failure: new DeviceFailure(code, { step, expected, seen }, secrets), mayPass }
}

async function quietly(
  context: LoginContext,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<void> {
  try {
    const answer = await context.send({
      method,
      path,
      headers,
      body,
      step: message('step_renewing_token'),
      repeatable: true,
    })
    await Array.fromAsync(answer.body)
  } catch {
    return
  }
}
