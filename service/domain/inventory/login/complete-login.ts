import type { Knex } from 'knex'
import { LoginChallenge } from '../../../store/models/login-challenge.ts'
import { User } from '../../../store/models/user.ts'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { sha256 } from '../../kernel/sha256.ts'
import { reportRecoveryCode } from '../second-factors/factor-events.ts'
import {
  type FactorDependencies,
  type FactorProof,
  type PresentedFactor,
  proveFactor,
} from '../second-factors/prove-factor.ts'
import { chooseLane, recordFailedLogin } from './log-in.ts'
import { isIssuedToken, maxChallengeFailures } from './login-challenge.ts'
import { accountOfUser, attemptSingleUseProof } from './login-limits.ts'
import {
  type LoginDependencies,
  type OpenedSession,
  type Person,
  type LoginContext,
  openSession,
} from './open-session.ts'

/** The second step of a login. */
export interface FactorLoginRequest extends LoginContext {
  challenge: string
  proof: PresentedFactor
}

/**
 * Opens a session for a second factor. Wrong factors count as failed logins, and end the challenge after a few. A
 * challenge opens one session.
 * @throws DomainError login_challenge_expired, second_factor_wrong, too_many_attempts, busy
 */
export async function completeLogin(
  dependencies: LoginDependencies & Omit<FactorDependencies, 'knex'>,
  request: FactorLoginRequest,
): Promise<OpenedSession> {
  const { knex, lanes, devices } = dependencies
  const { origin, now } = request
  const isIssued = isIssuedToken(dependencies.settingsKey, request.challenge)
  const found = isIssued ? await findChallenge(knex, request) : null
  if (!found) throw new DomainError('login_challenge_expired')
  const { person } = found
  const deviceId = devices.read(person.email, request.readDeviceToken(person.email), now)
  return lanes.run({ ip: origin.ip, isDevice: deviceId !== null }, async () => {
    const lane = await chooseLane(knex, person, deviceId, request)
    const attempt = { account: accountOfUser(person.user_id), ip: origin.ip, lane, now }
    const result = await attemptSingleUseProof(
      knex,
      attempt,
      async (trx) => ((await proveOnce(trx, dependencies, found, request)) ? 'correct' : 'wrong'),
      (trx) => recordFailedLogin(trx, request, person),
    )
    if (result === 'wrong') throw new DomainError('second_factor_wrong')
    const { identityProviderId, providerSessionId, sealedRefreshToken, sessionExpiresAt } = found.row
    const provider = identityProviderId
      ? { identityProviderId, providerSessionId, sealedRefreshToken, sessionExpiresAt, isFactorVerified: true }
      : null
    return openSession(dependencies, person, [provider ? 'sso' : 'password', request.proof.kind], request, provider)
  })
}

interface FoundChallenge {
  row: LoginChallenge
  person: Person
}

/** Returns a valid challenge with its user, unless the user was disabled since. */
function findChallenge(knex: Knex, { challenge, now }: FactorLoginRequest): Promise<FoundChallenge | null> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const row = await LoginChallenge.query(trx)
      .findOne({ tokenHash: sha256(challenge) })
      .where('expiresAt', '>', now)
      .where('failures', '<', maxChallengeFailures)
    const user = row && (await User.query(trx).findById(row.userId).whereNull('disabledAt'))
    if (!row || !user) return null
    const { id, tenantId, role, email } = user
    return { row, person: { user_id: id, tenant_id: tenantId, role, email: email.toLowerCase() } }
  })
}

/**
 * Verifies the factor, and counts the attempt. The update locks the challenge, so that parallel attempts cannot exceed
 * its limit.
 */
async function proveOnce(
  trx: ScopedTransaction,
  dependencies: FactorDependencies,
  { row, person }: FoundChallenge,
  { proof, now }: FactorLoginRequest,
): Promise<boolean> {
  const counted = await LoginChallenge.query(trx)
    .findById(row.id)
    .where('failures', '<', maxChallengeFailures)
    .patch({ failures: trx.raw('failures + 1') as unknown as number })
  if (counted === 0) throw new DomainError('login_challenge_expired')
  const complete: FactorProof = proof.kind === 'passkey' ? { ...proof, challenge: row.passkeyChallenge } : proof
  const proven = await proveFactor(dependencies, trx, person.user_id, complete, now)
  if (!proven) return false
  await LoginChallenge.query(trx).deleteById(row.id)
  const { codesLeft } = proven
  if (codesLeft !== null) {
    const owner = { id: person.user_id, tenantId: person.tenant_id, email: person.email }
    await reportRecoveryCode({ trx, now }, owner, codesLeft)
  }
  return true
}
