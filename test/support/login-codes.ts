import { type Client, type TestService, must } from './service.ts'
import { aVerifier } from './single-sign-on.ts'

/** What a client holds that has asked for a code. */
export interface HeldCode {
  userCode: string
  url: string
  completion: { code_id: string; verifier: string }
}

/** The request that a session confirms if a test names none. */
export const tokenRequest = {
  method: 'POST',
  path: '/api/auth/tokens',
  body: { name: 'program', role: 'platform_operator' },
}

/** Begins a login by a code, or with a session the confirmation of a request. */
export async function beginCode(
  service: TestService,
  session?: Client,
  action: object = tokenRequest,
): Promise<HeldCode> {
  const { verifier, challenge } = aVerifier()
  const where = session ? '/api/auth/codes/confirmation' : '/api/auth/codes'
  const body = { challenge, client: 'coffer on workstation-7', ...(session && { action }) }
  const { id, user_code: userCode, url } = must(await (session ?? service.anonymous).post(where, body), 200)
  return { userCode, url, completion: { code_id: id, verifier } }
}
