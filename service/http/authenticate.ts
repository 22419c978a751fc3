import { createHash } from 'node:crypto'
import type { Request } from 'express'
import type { Role } from '../../shared/permissions/permissions.ts'
import { recordAudit } from '../domain/audit/record-audit.ts'
import type { Actor } from '../domain/call.ts'
import { isFrom } from '../domain/people/networks.ts'
import { roleInForce } from '../domain/people/role-in-force.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Pieces } from '../pieces.ts'
import { ApiToken } from '../store/models/api-token.ts'
import { type Scope, inScope } from '../store/scope.ts'

/** Who asks, by session or by API token, and until when that holds. */
export interface Authenticated {
  actor: Actor
  /** SHA-256 of the token. */
  bearerHash: Buffer
  person: { id: string; email: string; name: string }
  expiresAt: Date
}

/** Of `lookup_bearer`: a session, or with `token_id` a token. */
interface Bearer {
  session_id: string | null
  token_id: string | null
  user_id: string
  tenant_id: string | null
  role: Role
  user_role: Role
  email: string
  name: string
  token_name: string | null
  networks: string[] | null
  last_used_at: Date | null
  expires_at: Date
}

/** Nobody needs to know the second in which a token was last used. */
const usedEveryMs = 60_000

/**
 * Finds the live session or token that the request came with. A token acts with the role it was given, or with what is
 * left of its maker's; where it was used last is kept to the minute.
 * @throws Refusal 401, also for a token that came from a network that it may not be used from
 */
export async function authenticate(
  pieces: Pieces,
  req: Pick<Request, 'headers' | 'id' | 'ip' | 'ticketOf'>,
): Promise<Authenticated> {
  const hash = req.ticketOf ?? hashIn(req.headers.authorization)
  if (!hash) throw unauthenticated()
  const { rows } = await pieces.knex.raw<{ rows: Bearer[] }>('select * from lookup_bearer(?)', [hash])
  const [row] = rows
  if (!row || row.expires_at <= pieces.now()) throw unauthenticated()
  const role = row.token_id === null ? row.role : roleInForce(row.role, row.user_role)
  if (!role) throw unauthenticated()
  const actor: Actor = {
    kind: 'user',
    id: row.user_id,
    name: row.token_name === null ? row.email : `token:${row.token_name}`,
    role,
    tenantId: row.tenant_id,
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.token_id !== null && { token: { id: row.token_id, name: row.token_name ?? '' } }),
  }
  if (row.token_id !== null) await useToken(pieces, req, actor, row)
  const { user_id: id, email, name, expires_at: expiresAt } = row
  return { actor, bearerHash: hash, person: { id, email, name }, expiresAt }
}

function hashIn(header: string | undefined): Buffer | null {
  const [scheme, token] = (header ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null
  return createHash('sha256').update(token).digest()
}

async function useToken(pieces: Pieces, req: Pick<Request, 'id' | 'ip'>, actor: Actor, row: Bearer): Promise<void> {
  const scope: Scope = actor.tenantId ? { kind: 'tenant', tenantId: actor.tenantId } : { kind: 'platform' }
  const now = pieces.now()
  const id = row.token_id ?? ''
  if (!isFrom(row.networks ?? [], req.ip ?? null)) {
    const origin = { requestId: req.id, ip: req.ip ?? null }
    await inScope(pieces.knex, scope, (trx) =>
      recordAudit({ actor, origin, tenantId: actor.tenantId, now, trx }, 'token.use', {
        kind: 'token',
        id,
        outcome: 'refused',
        detail: { networks: row.networks },
      }),
    )
    throw new Refusal(401, 'Not logged in', 'This token may not be used from the address that the request came from.')
  }
  if (row.last_used_at !== null && row.last_used_at.getTime() > now.getTime() - usedEveryMs) return
  await inScope(pieces.knex, scope, (trx) => ApiToken.query(trx).findById(id).patch({ lastUsedAt: now }))
}

function unauthenticated() {
  return new Refusal(401, 'Not logged in', 'The token is absent, expired or invalid.')
}
