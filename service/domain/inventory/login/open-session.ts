import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import type { Role } from '../../../../shared/permissions/permissions.ts'
import { Session } from '../../../store/models/session.ts'
import { User } from '../../../store/models/user.ts'
import { type Scope, type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Actor, Origin } from '../../kernel/context.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { confirmedFactors } from '../second-factors/prove-factor.ts'
import { isFactorRequired } from '../second-factors/required-factor.ts'
import type { LoginDevices } from './login-devices.ts'
import { type LoginLanes, networkDays } from './login-lanes.ts'
import { requireTenantNetwork } from './require-tenant-network.ts'
import { networkOf } from './networks.ts'

/** What a user proved at the login; `single_factor`: the provider, which verifies second factors, verified none. */
export type LoginMethod = 'password' | 'sso' | 'single_factor' | 'totp' | 'passkey' | 'recovery_code' | 'code'

/** The account of a login. */
export interface Person {
  user_id: string
  tenant_id: string | null
  role: Role
  email: string
}

/** The provider's part of a login with single sign-on. */
export interface ProviderLogin {
  identityProviderId: string
  /** The provider's session (`sid`); null if it has no name. */
  providerSessionId: string | null
  /** Null if the provider issued none. */
  sealedRefreshToken: Buffer | null
  /** When the session ends at the latest; null: no other limit than that of all sessions. */
  sessionExpiresAt: Date | null
}

/** A login at a provider, and whether it counts as one with a second factor. */
export interface VerifiedProviderLogin extends ProviderLogin {
  isFactorVerified: boolean
}

/** Origin of a login, and the lifetime of a session. */
export interface LoginContext {
  origin: Origin
  now: Date
  sessionTtlMinutes: number
  /** What the client calls itself (`User-Agent`). */
  userAgent: string | null
  /** Returns the device token of an earlier login of this e-mail from this device. */
  readDeviceToken: (email: string) => string | undefined
  /** More facts for the audit log. */
  detail?: Record<string, unknown>
}

/** Shared by all logins of a process. */
export interface LoginDependencies {
  knex: Knex
  lanes: LoginLanes
  devices: LoginDevices
}

/** A session, and the device token for the next login from this device. */
export interface OpenedSession {
  kind: 'session'
  token: string
  expiresAt: Date
  email: string
  deviceToken: string
}

const dayMs = 86_400_000
const maxUserAgent = 300

/**
 * Opens a session. The token is random, returned only once and stored as SHA-256. The session of a user who must have a
 * second factor and has none is limited to setting one up.
 * @param provider null for a login with a password
 * @throws DomainError network_not_allowed
 */
export async function openSession(
  { knex, lanes, devices }: LoginDependencies,
  person: Person,
  methods: readonly LoginMethod[],
  request: LoginContext,
  provider: VerifiedProviderLogin | null = null,
): Promise<OpenedSession> {
  const { origin, now, userAgent } = request
  const { user_id: userId, tenant_id: tenantId, email } = person
  await requireTenantNetwork(knex, { actor: actorOf(person), origin, now })
  const lacksFactor = await rememberLogin(knex, userId, request)
  const needsSecondFactor = lacksFactor && !provider?.isFactorVerified
  lanes.remember(origin.ip)
  const token = randomBytes(32).toString('base64url')
  const longestMs = now.getTime() + request.sessionTtlMinutes * 60_000
  const expiresAt = new Date(Math.min(longestMs, provider?.sessionExpiresAt?.getTime() ?? longestMs))
  await inScope(knex, scopeOf(person), async (trx) => {
    const id = randomUUIDv7()
    await Session.query(trx).insert({
      id,
      tenantId,
      userId,
      tokenHash: sha256(token),
      ip: origin.ip,
      loginMethods: [...methods],
      userAgent: userAgent?.slice(0, maxUserAgent) ?? null,
      needsSecondFactor,
      identityProviderId: provider?.identityProviderId ?? null,
      providerSessionId: provider?.providerSessionId ?? null,
      sealedRefreshToken: provider?.sealedRefreshToken ?? null,
      providerCheckedAt: provider && now,
      createdAt: now,
      expiresAt,
    })
    await recordAudit({ actor: actorOf(person), origin, tenantId, now, trx }, 'auth.login', {
      kind: 'session',
      id,
      tenantId,
      detail: { methods, ...request.detail },
    })
    if (provider === null) await reportBreakGlass(trx, person, request)
  })
  const deviceId = devices.read(email, request.readDeviceToken(email), now)
  return { kind: 'session', token, expiresAt, email, deviceToken: devices.issue(email, deviceId, now) }
}

/** Records the network. @returns whether the user must set up a second factor first */
function rememberLogin(knex: Knex, userId: string, { origin, now }: LoginContext): Promise<boolean> {
  const row = { user_id: userId, network: networkOf(origin.ip), signed_in_at: now }
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    await trx('login_networks').insert(row).onConflict(['user_id', 'network']).merge()
    if (!(await isFactorRequired(trx, userId))) return false
    return (await confirmedFactors(trx, userId).resultSize()) === 0
  })
}

async function reportBreakGlass(
  trx: ScopedTransaction,
  { user_id: id, tenant_id: tenantId, email }: Person,
  { origin, now }: LoginContext,
): Promise<void> {
  if (!(await User.query(trx).findById(id).where({ isBreakGlass: true }))) return
  const data = { user_id: id, email, ip: origin.ip }
  await recordEvents({ trx, now }, [{ type: 'user.break_glass_login', tenantId, data }])
}

/** Whether a user has a second factor, required or not. */
export function hasFactor(knex: Knex, userId: string): Promise<boolean> {
  return inScope(knex, { kind: 'platform' }, async (trx) => (await confirmedFactors(trx, userId).resultSize()) > 0)
}

/** Whether a user logged in from this network before. Runs for unknown accounts too, to take the same time. */
export async function hasLoggedInFrom(
  knex: Knex,
  userId: string,
  { origin, now }: Pick<LoginContext, 'origin' | 'now'>,
): Promise<boolean> {
  const since = new Date(now.getTime() - networkDays * dayMs)
  const row = await inScope(knex, { kind: 'platform' }, (trx) =>
    trx('login_networks')
      .where({ user_id: userId, network: networkOf(origin.ip) })
      .where('signed_in_at', '>', since)
      .first('user_id'),
  )
  return row !== undefined
}

export function actorOf(person: Person): Actor {
  return { kind: 'user', id: person.user_id, name: person.email, role: person.role, tenantId: person.tenant_id }
}

export function scopeOf({ tenant_id: tenantId }: Pick<Person, 'tenant_id'>): Scope {
  return tenantId ? { kind: 'tenant', tenantId } : { kind: 'platform' }
}
