import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Knex } from 'knex'
import { LoginChallenge } from '../../../store/models/login-challenge.ts'
import { inScope } from '../../../store/scope.ts'
import { sha256 } from '../../kernel/sha256.ts'
import type { FactorKind } from '../second-factors/list-factors.ts'
import { type RelyingParty, passkeyChallengeSeconds, requestPasskeyOptions } from '../second-factors/passkeys.ts'
import { confirmedFactors } from '../second-factors/prove-factor.ts'
import { type Person, scopeOf } from './open-session.ts'

/** A login whose password was correct and that needs a second factor. */
export interface PendingLogin {
  kind: 'challenge'
  /** Random, returned only once and stored as SHA-256. */
  challenge: string
  expiresAt: Date
  /** The kinds of factors that the user has; a recovery code is accepted too. */
  factors: FactorKind[]
  /** For the browser's request of a passkey; null if the user has none, or browsers offer none here. */
  passkeyOptions: PublicKeyCredentialRequestOptionsJSON | null
}

/** Wrong factors until the password must be entered again. */
export const maxChallengeFailures = 5

/** Stores a challenge for the second factor of a user whose password was correct. */
export async function createLoginChallenge(
  knex: Knex,
  person: Person,
  { relyingParty, now }: { relyingParty: RelyingParty | null; now: Date },
): Promise<PendingLogin> {
  const { user_id: userId, tenant_id: tenantId } = person
  const factors = await inScope(knex, scopeOf(person), (trx) => confirmedFactors(trx, userId).orderBy('createdAt'))
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const isOffered = relyingParty !== null && passkeys.length > 0
  const passkeyOptions = isOffered ? await requestPasskeyOptions(relyingParty, passkeys) : null
  const challenge = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + passkeyChallengeSeconds * 1000)
  await inScope(knex, scopeOf(person), (trx) =>
    LoginChallenge.query(trx).insert({
      id: randomUUIDv7(),
      tenantId,
      userId,
      tokenHash: sha256(challenge),
      passkeyChallenge: passkeyOptions?.challenge ?? null,
      createdAt: now,
      expiresAt,
    }),
  )
  const kinds = [...new Set(factors.map(({ kind }) => kind))]
  return { kind: 'challenge', challenge, expiresAt, factors: kinds, passkeyOptions }
}
