import { randomUUID } from 'node:crypto'
import { Approval } from '../../service/store/models/approval.ts'
import { inScope } from '../../service/store/scope.ts'
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

/** Adds a request of a purge that awaits another person, and returns its path and its id. */
export async function aPurgeRequest(
  { dependencies: { knex, now } }: TestService,
  requester: Client,
  { id: tenantId, slug }: { id: string; slug: string },
): Promise<{ id: string; path: string; reason: string }> {
  const { id: requestedBy, email } = must(await requester.get('/api/auth/me'), 200)
  const [id, path, reason] = [randomUUID(), `/api/storage/purge?tenant=${tenantId}`, 'Contract ended']
  const requestedAt = now()
  const request = {
    action: 'purge' as const,
    permission: 'purge:force' as const,
    method: 'POST',
    body: { confirm: slug },
  }
  await inScope(knex, { kind: 'platform' }, (trx) =>
    Approval.query(trx).insert({
      ...{ id, tenantId, ...request, path, fingerprint: Buffer.alloc(32), reason, requestedBy, requestedByName: email },
      ...{ requestedAt, expiresAt: new Date(requestedAt.getTime() + 3_600_000) },
    }),
  )
  return { id, path, reason }
}
