import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import type { Role } from '../../../shared/permissions/permissions.ts'
import { Session } from '../../store/models/session.ts'
import { type Scope, type ScopedTransaction, inScope } from '../../store/scope.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Actor, Origin } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { accountOf, tryPassword } from './login-limits.ts'
import { isPassword, nobodysHash } from './password-hash.ts'

/** Who wants in, from where, and how long a session lasts. */
export interface LoginRequest {
  email: string
  password: string
  origin: Origin
  now: Date
  sessionTtlMinutes: number
}

interface Person {
  user_id: string
  tenant_id: string | null
  role: Role
  email: string
  password_hash: string
  disabled_at: Date | null
}

/**
 * Opens a session. The token is random, given out this once and stored as its SHA-256. An unknown account, a wrong
 * password and a disabled account are refused in the same words after the same work.
 * @throws Refusal 401, or 429 after too many failures
 */
export async function logIn(knex: Knex, request: LoginRequest): Promise<{ token: string; expiresAt: Date }> {
  const { origin, now } = request
  const account = accountOf(request.email)
  const person: Person | undefined = (await knex.raw('select * from lookup_login(?)', [account])).rows[0]
  const isLetIn = await tryPassword(
    knex,
    { email: request.email, ip: origin.ip, now },
    async () => {
      const right = await isPassword(request.password, person?.password_hash ?? nobodysHash)
      return right && person?.disabled_at === null
    },
    (trx) => recordFailure(trx, request, account, person),
  )
  if (!person || !isLetIn) throw new Refusal(401, 'Not logged in', 'The e-mail or the password is wrong.')
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + request.sessionTtlMinutes * 60_000)
  await inScope(knex, scopeOf(person), async (trx) => {
    const id = randomUUIDv7()
    await Session.query(trx).insert({
      id,
      tenantId: person.tenant_id,
      userId: person.user_id,
      tokenHash: createHash('sha256').update(token).digest(),
      ip: origin.ip,
      createdAt: now,
      expiresAt,
    })
    await recordAudit({ actor: actorOf(person), origin, tenantId: person.tenant_id, now, trx }, 'auth.login', {
      kind: 'session',
      id,
      tenantId: person.tenant_id,
    })
  })
  return { token, expiresAt }
}

function recordFailure(
  trx: ScopedTransaction,
  { origin, now }: LoginRequest,
  account: string,
  person: Person | undefined,
): Promise<void> {
  const actor: Actor = person
    ? actorOf(person)
    : { kind: 'user', id: null, name: account.slice(0, 320), role: null, tenantId: null }
  const tenantId = person?.tenant_id ?? null
  return recordAudit({ actor, origin, tenantId, now, trx }, 'auth.login', { kind: 'session', outcome: 'refused' })
}

function actorOf(person: Person): Actor {
  return { kind: 'user', id: person.user_id, name: person.email, role: person.role, tenantId: person.tenant_id }
}

function scopeOf(person: Person): Scope {
  return person.tenant_id ? { kind: 'tenant', tenantId: person.tenant_id } : { kind: 'platform' }
}
