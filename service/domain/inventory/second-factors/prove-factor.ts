import type { Knex } from 'knex'
import { SecondFactor } from '../../../store/models/second-factor.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { type RelyingParty, verifyPasskey } from './passkeys.ts'
import { spendRecoveryCode } from './recovery-codes.ts'
import { matchTotp, openTotpSecret } from './totp.ts'

type Code = { kind: 'totp'; code: string } | { kind: 'recovery_code'; code: string }
type PasskeyResponse = { kind: 'passkey'; response: { id: string } }

/** A factor as a user presents it, beside the password or, for a passkey, instead of it. */
export type PresentedFactor = Code | PasskeyResponse

/** A factor to verify. `challenge` is the one that the browser was given; null if it has expired. */
export type FactorProof = Code | (PasskeyResponse & { challenge: string | null })

/** Keys and address of the installation. `relyingParty` is null if browsers offer no passkeys here. */
export interface FactorDependencies {
  knex: Knex
  settingsKey: Buffer
  relyingParty: RelyingParty | null
}

/** An accepted factor; `codesLeft` only for a recovery code. */
export interface ProvenFactor {
  kind: FactorProof['kind']
  codesLeft: number | null
}

/**
 * Verifies a factor of a user, and consumes it: no code and no signature is accepted twice, also by parallel requests. If
 * the transaction is rolled back, the factor is not consumed.
 * @param trx of a scope that contains the user's rows
 * @returns null if it is not valid
 */
export async function proveFactor(
  { settingsKey, relyingParty }: FactorDependencies,
  trx: ScopedTransaction,
  userId: string,
  proof: FactorProof,
  now: Date,
): Promise<ProvenFactor | null> {
  if (proof.kind === 'recovery_code') {
    const codesLeft = await spendRecoveryCode(trx, settingsKey, userId, proof.code)
    return codesLeft === null ? null : { kind: proof.kind, codesLeft }
  }
  const isProven =
    proof.kind === 'totp'
      ? await proveTotp(trx, settingsKey, userId, proof.code, now)
      : await provePasskey(trx, relyingParty, userId, proof, now)
  return isProven ? { kind: proof.kind, codesLeft: null } : null
}

async function proveTotp(
  trx: ScopedTransaction,
  settingsKey: Buffer,
  userId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const factor = await confirmedFactors(trx, userId).findOne({ kind: 'totp' }).forUpdate()
  if (!factor) return false
  const secret = openTotpSecret(settingsKey, userId, factor.sealedSecret!)
  const step = matchTotp(secret, code, now, factor.lastStep === null ? null : Number(factor.lastStep))
  if (step === null) return false
  await factor.$query(trx).patch({ lastStep: String(step), lastUsedAt: now })
  return true
}

async function provePasskey(
  trx: ScopedTransaction,
  relyingParty: RelyingParty | null,
  userId: string,
  { response, challenge }: Extract<FactorProof, { kind: 'passkey' }>,
  now: Date,
): Promise<boolean> {
  if (!relyingParty || challenge === null) return false
  const passkey = await confirmedFactors(trx, userId).findOne({ kind: 'passkey', credentialId: response.id })
  if (!passkey) return false
  const counter = await verifyPasskey(relyingParty, challenge, passkey, response)
  if (counter === null) return false
  const used = await SecondFactor.query(trx)
    .where({ id: passkey.id, counter: passkey.counter })
    .patch({ counter: String(counter), lastUsedAt: now })
  return used === 1
}

/** Returns the query of the factors that a user can use. */
export function confirmedFactors(trx: ScopedTransaction, userId: string) {
  return SecondFactor.query(trx).where({ userId }).whereNotNull('confirmedAt')
}
