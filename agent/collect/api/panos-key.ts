import { message } from '../../../shared/messages/message.ts'
import { takePanosElement } from '../../../shared/platforms/panos-answer.ts'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'
import { plainText } from '../../../shared/platforms/xml-tokens.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { HttpsAnswer } from '../../sessions/https.ts'
import { refusalOf } from './api-refusal.ts'
import type { ApiLogin, LoginContext } from './login-context.ts'

const step = message('step_logging_in_to_api')

/** A key is short; a longer answer does not contain one. */
const answerBytes = 64 * 1024

/**
 * Logs in with a PAN-OS API key in a header of its own (9.0 and later). The key is the credential's token or is
 * generated from its password: once, and once more if the device reports an unknown key, because each failed login
 * counts towards locking the account.
 */
export async function openPanosKey(context: LoginContext): Promise<ApiLogin> {
  const { api_token: token, username, password } = context.credential
  const isPasswordGiven = password !== undefined && username !== ''
  if (token === undefined && !isPasswordGiven) {
    const seen = 'a credential without an API key and without a password'
    throw new DeviceFailure('credential_missing', { step, expected: message('expected_api_key_or_password'), seen })
  }
  let isRenewable = isPasswordGiven
  if (token !== undefined && !isKey(token.trim())) {
    const seen = 'blanks or other characters inside it'
    throw new DeviceFailure('credential_unusable', { step, expected: message('expected_api_key_of_one_word'), seen })
  }
  let key = token?.trim() ?? (await makeKey(context))
  return {
    headers: () => ({ 'x-pan-key': key }),
    saw: () => undefined,
    async renew() {
      if (!isRenewable) return false
      isRenewable = false
      try {
        key = await makeKey(context)
      } catch (failure) {
        if (failure instanceof DeviceFailure && failure.code === 'auth_failed') return false
        throw failure
      }
      return true
    },
    end: () => Promise.resolve(),
  }
}

/** @throws DeviceFailure auth_failed, device_busy, protocol_error; those of the session */
async function makeKey({ credential, send, addSecret }: LoginContext): Promise<string> {
  const { username, password = '' } = credential
  const form = new URLSearchParams({ type: 'keygen', user: username, password })
  const secrets = [password, ...form.toString().split('password=').slice(1)]
  const answer = await send({
    method: 'POST',
    path: '/api/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    repeatable: true,
    step,
  })
  try {
    const key = await keyIn(answer)
    addSecret(key)
    return key
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable) || error.why.kind !== 'failed') throw error
    const { code, ...facts } = error.why
    throw new DeviceFailure(code, { step, ...facts, expected: facts.expected ?? message('expected_key') }, secrets)
  }
}

/** @throws ArtifactUnavailable */
async function keyIn(answer: HttpsAnswer): Promise<string> {
  const { status } = answer
  if (status === 401) {
    answer.discard()
    throw new ArtifactUnavailable({
      kind: 'failed',
      code: 'auth_failed',
      expected: message('expected_key'),
      seen: '401',
    })
  }
  if (![200, 400, 403].includes(status)) {
    const why = await refusalOf(answer)
    throw new ArtifactUnavailable(isOverloaded(status) ? { ...why, code: 'device_busy' } : why)
  }
  const extractor = takePanosElement(
    {
      path: ['response', 'result', 'key'],
      missing: {
        kind: 'failed',
        code: 'protocol_error',
        expected: message('expected_key'),
        seen: 'a success without one',
      },
    },
    status,
  )
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of answer.body) {
    bytes += piece.length
    if (bytes > answerBytes)
      throw new ArtifactUnavailable({ kind: 'failed', code: 'protocol_error', seen: 'a long answer' })
    pieces.push(extractor.push(piece))
  }
  pieces.push(extractor.end())
  const element = Buffer.concat(pieces).toString('latin1')
  const key = plainText(element.replace(/<[^>]*>/g, '')).trim()
  if (isKey(key)) return key
  throw new ArtifactUnavailable({
    kind: 'failed',
    code: 'protocol_error',
    expected: message('expected_key_of_one_word'),
    seen: 'something else',
  })
}

/** Characters that a header can carry. All known keys are base64. */
function isKey(text: string): boolean {
  return /^[!-~]+$/.test(text)
}

function isOverloaded(status: number): boolean {
  return status === 429 || status === 502 || status === 503 || status === 504
}
