import { createHmac, hkdfSync, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Knex } from 'knex'
import { LoginChallenge } from '../../../store/models/login-challenge.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Origin } from '../../kernel/context.ts'
import { sha256 } from '../../kernel/sha256.ts'
import type { FactorKind } from '../second-factors/list-factors.ts'
import { type RelyingParty, passkeyChallengeSeconds, requestPasskeyOptions } from '../second-factors/passkeys.ts'
import { confirmedFactors } from '../second-factors/prove-factor.ts'
import { type Person, type ProviderLogin, actorOf, scopeOf } from './open-session.ts'

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

/** Origin and keys of a challenge. `relyingParty` is null if browsers offer no passkeys here. */
export interface ChallengeContext {
  settingsKey: Buffer
  relyingParty: RelyingParty | null
  origin: Origin
  now: Date
  /** Of a login with single sign-on; absent after a password. */
  provider?: ProviderLogin
}

/** Wrong factors until the password must be entered again. */
export const maxChallengeFailures = 5

const randomLength = 24
const macLength = 16

/** Returns a random token with a MAC, so that invented tokens are recognised without the database. */
function issueToken(settingsKey: Buffer): string {
  const random = randomBytes(randomLength)
  return Buffer.concat([random, macOf(settingsKey, random)]).toString('base64url')
}

/** Whether this installation issued the token of a challenge. */
export function isIssuedToken(settingsKey: Buffer, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== randomLength + macLength) return false
  return timingSafeEqual(bytes.subarray(randomLength), macOf(settingsKey, bytes.subarray(0, randomLength)))
}

function macOf(settingsKey: Buffer, random: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer login challenge', 32))
  return createHmac('sha256', key).update(random).digest().subarray(0, macLength)
}

/** Stores a challenge for the second factor of a user, and records that the first proof was correct. */
export async function createLoginChallenge(
  knex: Knex,
  person: Person,
  { settingsKey, relyingParty, origin, now, provider }: ChallengeContext,
): Promise<PendingLogin> {
  const { user_id: userId, tenant_id: tenantId } = person
  const factors = await inScope(knex, scopeOf(person), (trx) => confirmedFactors(trx, userId).orderBy('createdAt'))
  const passkeys = factors.filter(({ kind }) => kind === 'passkey')
  const isOffered = relyingParty !== null && passkeys.length > 0
  const passkeyOptions = isOffered ? await requestPasskeyOptions(relyingParty, passkeys) : null
  const challenge = issueToken(settingsKey)
  const expiresAt = new Date(now.getTime() + passkeyChallengeSeconds * 1000)
  await inScope(knex, scopeOf(person), async (trx) => {
    await LoginChallenge.query(trx).insert({
      id: randomUUIDv7(),
      tenantId,
      userId,
      tokenHash: sha256(challenge),
      passkeyChallenge: passkeyOptions?.challenge ?? null,
      ...provider,
      createdAt: now,
      expiresAt,
    })
    const context = { actor: actorOf(person), origin, tenantId, now, trx }
    await recordAudit(context, provider ? 'auth.sso_accepted' : 'auth.password_accepted', {
      kind: 'user',
      id: userId,
      tenantId,
    })
  })
  const kinds = [...new Set(factors.map(({ kind }) => kind))]
  return { kind: 'challenge', challenge, expiresAt, factors: kinds, passkeyOptions }
}
