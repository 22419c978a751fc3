import { type Client, type TestService, must } from './service.ts'
import { aVerifier } from './single-sign-on.ts'

/** What a client holds that has asked for a code. */
export interface HeldCode {
  userCode: string
  url: string
  completion: { code_id: string; verifier: string }
}

/** Begins a login by a code, or with a session a confirmation. */
export async function beginCode(service: TestService, session?: Client): Promise<HeldCode> {
  const { verifier, challenge } = aVerifier()
  const where = session ? '/api/auth/codes/confirmation' : '/api/auth/codes'
  const body = { challenge, client: 'coffer on workstation-7' }
  const { id, user_code: userCode, url } = must(await (session ?? service.anonymous).post(where, body), 200)
  return { userCode, url, completion: { code_id: id, verifier } }
}
