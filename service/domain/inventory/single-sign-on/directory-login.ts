import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import { OutgoingFailed } from '../../../outbound/outbound-client.ts'
import { User } from '../../../store/models/user.ts'
import { inScope } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { DirectoryRefused } from '../directory/directory-refused.ts'
import { type DirectoryKey, type DirectoryUser, findDirectoryUser } from '../directory/find-directory-user.ts'
import { withDirectory } from '../directory/open-directory.ts'
import { verifyDirectoryPassword } from '../directory/verify-directory-password.ts'
import { chooseLane, recordFailedLogin } from '../login/log-in.ts'
import type { PendingLogin } from '../login/login-challenge.ts'
import { accountOfUser, attemptProof } from '../login/login-limits.ts'
import type { LoginDependencies, OpenedSession, Person } from '../login/open-session.ts'
import { type FlowOutcome, buildFailureFromError } from './answer-flow.ts'
import { type ProviderWithDomains, findProviderFor, rulesOf } from './find-provider.ts'
import { type ProviderLoginRequest, finishProviderLogin } from './finish-provider-login.ts'
import { type IdentityRules, readIdentity } from './read-identity.ts'
import { recordReachability } from './record-reachability.ts'
import { openSso } from './seal-sso.ts'

/** What requests to a directory need. */
export interface DirectoryDependencies {
  knex: Knex
  outgoing: OutboundClient
  settingsKey: Buffer
  log: Pick<Logger, 'warn'>
}

/** A login with the password of a directory. */
export interface DirectoryLoginRequest extends ProviderLoginRequest {
  /** E-mail address or user name. */
  email: string
  password: string
}

/**
 * Returns the LDAP provider that verifies a login: the one that has the domain of the e-mail address, or the
 * platform's for a user name without a domain. Returns null without such a provider, and for break-glass accounts, whose
 * passwords Coffer verifies itself.
 */
export function findDirectoryFor(knex: Knex, login: string): Promise<ProviderWithDomains | null> {
  const text = login.trim()
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const found = await findProviderFor(trx, text.includes('@') ? text : undefined)
    if (found?.provider.kind !== 'ldap') return null
    const local = await User.query(trx)
      .whereRaw('lower(email) = ?', [text.toLowerCase()])
      .findOne({ isBreakGlass: true })
    return local ? null : found
  })
}

/**
 * Opens a session for a user whose password the directory accepts, under the limits of logins. An unknown user, a wrong
 * password and a disabled user get the same error.
 * @throws DomainError login_failed, sso_provider_unreachable, sso_answer_invalid, too_many_attempts, busy, those of
 *   `finishProviderLogin`
 */
export async function logInWithDirectory(
  dependencies: LoginDependencies & DirectoryDependencies,
  request: DirectoryLoginRequest,
  found: ProviderWithDomains,
): Promise<OpenedSession | PendingLogin> {
  const { knex, lanes, devices } = dependencies
  const { origin, now } = request
  const login = request.email.trim()
  const email = login.toLowerCase()
  const deviceId = devices.read(email, request.readDeviceToken(email), now)
  return lanes.run({ ip: origin.ip, isDevice: deviceId !== null, directoryId: found.provider.id }, async () => {
    const person: Person | undefined = (await knex.raw('select * from lookup_login(?)', [email])).rows[0]
    const lane = await chooseLane(knex, person, deviceId, request)
    const account = person ? accountOfUser(person.user_id) : devices.digestOf(email)
    let user: DirectoryUser | null = null
    await attemptProof(
      knex,
      { account, ip: origin.ip, lane, now },
      async () => {
        user = await authenticateWithDirectory(dependencies, found, { key: { login }, password: request.password, now })
        return user ? 'correct' : 'wrong'
      },
      (trx) => recordFailedLogin(trx, request, person),
    )
    if (!user) throw new DomainError('login_failed')
    const { id: providerId, tenantId } = found.provider
    return finishProviderLogin(dependencies, request, {
      ...{ providerId, tenantId },
      outcome: identify(found, user),
      begunAt: now,
    })
  })
}

/** A user, and the password that proves it. */
interface DirectoryProof {
  key: DirectoryKey
  password: string
  now: Date
}

/**
 * Returns the user if the directory accepts the password; null otherwise.
 * @throws DomainError sso_provider_unreachable, sso_answer_invalid if the directory refuses the service account
 */
export async function authenticateWithDirectory(
  { knex, outgoing, settingsKey, log }: DirectoryDependencies,
  found: ProviderWithDomains,
  { key, password, now }: DirectoryProof,
): Promise<DirectoryUser | null> {
  const { provider } = found
  const { ldap: settings } = provider.settings
  if (!settings) throw new DomainError('sso_unavailable')
  try {
    const proven = await withDirectory(outgoing, settings, openProviderSecret(settingsKey, found), async (client) => {
      const user = await findDirectoryUser(client, key, {
        settings,
        attributes: listRequiredAttributes(rulesOf(found)),
        now,
      })
      return (await verifyDirectoryPassword(client, settings, user, password)) ? user : null
    })
    if (provider.unreachableSince) await recordReachability({ knex, now: () => now }, provider.id, true)
    return proven
  } catch (error) {
    if (error instanceof OutgoingFailed) await recordReachability({ knex, now: () => now }, provider.id, false)
    const failure = explainDirectoryFailure(error)
    log.warn({ provider: provider.id, reason: reasonOf(error) }, 'unexpected directory response')
    throw failure
  }
}

/** Returns the password of the service account. */
export function openProviderSecret(
  settingsKey: Buffer,
  { provider: { id, sealedSecret } }: ProviderWithDomains,
): string {
  return sealedSecret ? openSso(settingsKey, { field: 'client_secret', id }, sealedSecret) : ''
}

/** Returns the attributes that rules use. */
export function listRequiredAttributes({ emailClaim, nameClaim, roleMappings }: IdentityRules): string[] {
  const names = [emailClaim, nameClaim, ...roleMappings.map(({ claim }) => claim)]
  return [...new Set(names)].filter((name) => name !== 'groups' && name !== 'sub')
}

function explainDirectoryFailure(error: unknown): unknown {
  if (error instanceof OutgoingFailed) return new DomainError('sso_provider_unreachable')
  return error instanceof DirectoryRefused ? new DomainError('sso_answer_invalid') : error
}

function reasonOf(error: unknown): string {
  if (error instanceof OutgoingFailed) return error.fault
  return error instanceof DirectoryRefused ? error.reason : 'unknown'
}

function identify(found: ProviderWithDomains, { subject, claims }: DirectoryUser): FlowOutcome {
  try {
    const identity = readIdentity(rulesOf(found), claims)
    return { kind: 'identity', identity, providerSessionId: null, refreshToken: null, authTime: null }
  } catch (error) {
    if (error instanceof DomainError) return buildFailureFromError(error, subject)
    throw error
  }
}
