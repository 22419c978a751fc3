import type { Knex } from 'knex'
import { User } from '../../../store/models/user.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Actor } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { type RelyingParty } from '../second-factors/passkeys.ts'
import { type PendingLogin, createLoginChallenge } from './login-challenge.ts'
import { type LoginLane, accountOfUser, attemptProof } from './login-limits.ts'
import {
  type LoginDependencies,
  type OpenedSession,
  type Person,
  type LoginContext,
  actorOf,
  hasFactor,
  hasLoggedInFrom,
  openSession,
  scopeOf,
} from './open-session.ts'
import { dummyHash, isPassword } from './password-hash.ts'
import { arePasswordsRefused } from './refused-passwords.ts'

/** A login with a password. */
export interface LoginRequest extends LoginContext {
  email: string
  password: string
  settingsKey: Buffer
  /** Null if browsers offer no passkeys here. */
  relyingParty: RelyingParty | null
}

/** An id that no user has. */
const unknownUserId = '00000000-0000-0000-0000-000000000000'

/** What a login with a password needs. */
interface PasswordLoginDependencies extends LoginDependencies {
  /** Passwords from breaches; null if the operator has loaded no list. */
  breached: { contains(password: string): Promise<boolean> } | null
}

interface Account extends Person {
  password_hash: string | null
  disabled_at: Date | null
}

/**
 * Opens a session for a correct password, or a challenge for the second factor of a user who has one. An unknown
 * account, a wrong password and a disabled account get the same error after the same work. A correct password that is in the list
 * of breached passwords must be changed first.
 * @throws DomainError login_failed, password_login_refused if the user must log in with the identity provider,
 *   too_many_attempts, busy
 */
export async function logIn(
  dependencies: PasswordLoginDependencies,
  request: LoginRequest,
): Promise<OpenedSession | PendingLogin> {
  const { lanes, devices } = dependencies
  const email = request.email.trim().toLowerCase()
  const deviceId = devices.read(email, request.readDeviceToken(email), request.now)
  return lanes.run({ ip: request.origin.ip, isDevice: deviceId !== null }, () =>
    logInAs(dependencies, email, deviceId, request),
  )
}

async function logInAs(
  dependencies: PasswordLoginDependencies,
  email: string,
  deviceId: string | null,
  request: LoginRequest,
): Promise<OpenedSession | PendingLogin> {
  const { knex, devices } = dependencies
  const { origin, now } = request
  let isRefused = false
  const person: Account | undefined = (await knex.raw('select * from lookup_login(?)', [email])).rows[0]
  const lane = await chooseLane(knex, person, deviceId, request)
  const account = person ? accountOfUser(person.user_id) : devices.digestOf(email)
  const result = await attemptProof(
    knex,
    { account, ip: origin.ip, lane, now },
    async () => {
      const isCorrect = await isPassword(request.password, person?.password_hash ?? dummyHash)
      if (!isCorrect || person?.disabled_at !== null) return 'wrong'
      isRefused = await arePasswordsRefused(knex, person.user_id)
      return isRefused || (await hasFactor(knex, person.user_id)) ? 'incomplete' : 'correct'
    },
    (trx) => recordFailedLogin(trx, request, person),
  )
  if (!person || result === 'wrong') throw new DomainError('login_failed')
  if (isRefused) {
    await inScope(knex, { kind: 'platform' }, (trx) => recordFailedLogin(trx, request, person))
    throw new DomainError('password_login_refused')
  }
  await rejectBreachedPassword(dependencies, person, request)
  if (result === 'incomplete') return createLoginChallenge(knex, person, request)
  return openSession(dependencies, person, ['password'], request)
}

/** Requires another password if a user's correct one is in the list of breached passwords, with an audit record. */
async function rejectBreachedPassword(
  { knex, breached }: PasswordLoginDependencies,
  person: Person,
  { password, origin, now }: LoginRequest,
): Promise<void> {
  if (!(await breached?.contains(password))) return
  const { user_id: id, tenant_id: tenantId } = person
  await inScope(knex, scopeOf(person), async (trx) => {
    const found = await User.query(trx)
      .findById(id)
      .where({ passwordChangeRequired: false, identityProviderId: null })
      .patch({ passwordChangeRequired: true, updatedAt: now })
    if (found === 0) return
    const detail = { changed: ['must_change_password'], reason: 'password_breached' }
    await recordAudit({ actor: actorOf(person), origin, tenantId, now, trx }, 'user.update', {
      kind: 'user',
      id,
      detail,
    })
  })
}

/** Returns the lane in which the failures of a sender count. */
export async function chooseLane(
  knex: Knex,
  person: Pick<Person, 'user_id'> | undefined,
  deviceId: string | null,
  request: Pick<LoginContext, 'origin' | 'now'>,
): Promise<LoginLane> {
  const isKnownNetwork = await hasLoggedInFrom(knex, person?.user_id ?? unknownUserId, request)
  return deviceId ? { kind: 'device', id: deviceId } : { kind: isKnownNetwork ? 'network' : 'stranger' }
}

/** The e-mail typed for an unknown account may be a password: it is not stored. */
export function recordFailedLogin(
  trx: ScopedTransaction,
  { origin, now }: Pick<LoginContext, 'origin' | 'now'>,
  person: Person | undefined,
): Promise<void> {
  const actor: Actor = person
    ? actorOf(person)
    : { kind: 'user', id: null, name: 'unknown account', role: null, tenantId: null }
  const tenantId = person?.tenant_id ?? null
  return recordAudit({ actor, origin, tenantId, now, trx }, 'auth.login', { kind: 'session', outcome: 'refused' })
}
