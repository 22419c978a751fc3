import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import type { Role } from '../../../../shared/permissions/permissions.ts'
import { Session } from '../../../store/models/session.ts'
import { type Scope, type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Actor, Origin } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import type { LoginDevices } from './login-devices.ts'
import { type LoginLanes, networkDays } from './login-lanes.ts'
import { type LoginLane, accountOfUser, attemptPassword } from './login-limits.ts'
import { networkOf } from './networks.ts'
import { isPassword, dummyHash } from './password-hash.ts'

/** A login attempt, its origin, and the lifetime of a session. */
export interface LoginRequest {
  email: string
  password: string
  origin: Origin
  now: Date
  sessionTtlMinutes: number
  /** The device token of an earlier login from this device. */
  deviceToken?: string
}

const dayMs = 86_400_000

/** An id that no user has. */
const unknownUserId = '00000000-0000-0000-0000-000000000000'

interface Person {
  user_id: string
  tenant_id: string | null
  role: Role
  email: string
  password_hash: string
  disabled_at: Date | null
}

/** Shared by all logins of a process. */
export interface LoginDependencies {
  knex: Knex
  lanes: LoginLanes
  devices: LoginDevices
}

/** A session, and the device token for the next login from this device. */
export interface OpenedSession {
  token: string
  expiresAt: Date
  deviceToken: string
}

/**
 * Opens a session. The token is random, returned only once and stored as SHA-256. An unknown account, a wrong password
 * and a disabled account get the same error after the same work.
 * @throws DomainError login_failed, too_many_attempts, busy
 */
export async function logIn(dependencies: LoginDependencies, request: LoginRequest): Promise<OpenedSession> {
  const { lanes, devices } = dependencies
  const email = request.email.trim().toLowerCase()
  const deviceId = devices.read(email, request.deviceToken, request.now)
  return lanes.run({ ip: request.origin.ip, isDevice: deviceId !== null }, () =>
    logInAs(dependencies, email, deviceId, request),
  )
}

async function logInAs(
  { knex, lanes, devices }: LoginDependencies,
  email: string,
  deviceId: string | null,
  request: LoginRequest,
): Promise<OpenedSession> {
  const { origin, now } = request
  const person: Person | undefined = (await knex.raw('select * from lookup_login(?)', [email])).rows[0]
  const isKnownNetwork = await hasSignedInFrom(knex, person?.user_id ?? unknownUserId, request)
  const account = person ? accountOfUser(person.user_id) : devices.digestOf(email)
  const lane: LoginLane = deviceId
    ? { kind: 'device', id: deviceId }
    : { kind: isKnownNetwork ? 'network' : 'stranger' }
  const isAccepted = await attemptPassword(
    knex,
    { account, ip: origin.ip, lane, now },
    async () => {
      const isCorrect = await isPassword(request.password, person?.password_hash ?? dummyHash)
      return isCorrect && person?.disabled_at === null
    },
    (trx) => recordFailure(trx, request, person),
  )
  if (!person || !isAccepted) throw new DomainError('login_failed')
  await rememberNetwork(knex, person.user_id, request)
  lanes.remember(origin.ip)
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + request.sessionTtlMinutes * 60_000)
  await inScope(knex, scopeOf(person), async (trx) => {
    const id = randomUUIDv7()
    await Session.query(trx).insert({
      id,
      tenantId: person.tenant_id,
      userId: person.user_id,
      tokenHash: sha256(token),
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
  return { token, expiresAt, deviceToken: devices.issue(email, deviceId, now) }
}

/** Runs for unknown accounts too, to take the same time. */
async function hasSignedInFrom(knex: Knex, userId: string, { origin, now }: LoginRequest): Promise<boolean> {
  const since = new Date(now.getTime() - networkDays * dayMs)
  const row = await inScope(knex, { kind: 'platform' }, (trx) =>
    trx('login_networks')
      .where({ user_id: userId, network: networkOf(origin.ip) })
      .where('signed_in_at', '>', since)
      .first('user_id'),
  )
  return row !== undefined
}

async function rememberNetwork(knex: Knex, userId: string, { origin, now }: LoginRequest): Promise<void> {
  const row = { user_id: userId, network: networkOf(origin.ip), signed_in_at: now }
  await inScope(knex, { kind: 'platform' }, (trx) =>
    trx('login_networks').insert(row).onConflict(['user_id', 'network']).merge(),
  )
}

/** The e-mail typed for an unknown account may be a password: it is not stored. */
function recordFailure(
  trx: ScopedTransaction,
  { origin, now }: LoginRequest,
  person: Person | undefined,
): Promise<void> {
  const actor: Actor = person
    ? actorOf(person)
    : { kind: 'user', id: null, name: 'unknown account', role: null, tenantId: null }
  const tenantId = person?.tenant_id ?? null
  return recordAudit({ actor, origin, tenantId, now, trx }, 'auth.login', { kind: 'session', outcome: 'refused' })
}

function actorOf(person: Person): Actor {
  return { kind: 'user', id: person.user_id, name: person.email, role: person.role, tenantId: person.tenant_id }
}

function scopeOf(person: Person): Scope {
  return person.tenant_id ? { kind: 'tenant', tenantId: person.tenant_id } : { kind: 'platform' }
}
