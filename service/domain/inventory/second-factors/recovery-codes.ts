import { createHmac, hkdfSync, randomInt } from 'node:crypto'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** Number of codes that a user gets at a time. */
export const recoveryCodeCount = 10

/** Crockford's base32: no letter looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 10

/** The user whose codes they are; `tenantId` is null for a platform role. */
export interface CodeOwner {
  id: string
  tenantId: string | null
}

/**
 * Replaces a user's recovery codes. They are returned only once and stored as HMAC under a key derived from the
 * settings key, so that a copy of the database does not allow guessing.
 */
export async function replaceRecoveryCodes(
  trx: ScopedTransaction,
  settingsKey: Buffer,
  user: CodeOwner,
  now: Date,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createCode)
  await trx('recovery_codes').where({ user_id: user.id }).delete()
  await trx('recovery_codes').insert(
    codes.map((code) => ({
      user_id: user.id,
      tenant_id: user.tenantId,
      code_hash: hashCode(settingsKey, user.id, code),
      created_at: now,
    })),
  )
  return codes
}

/** Deletes the code if it is valid: each is accepted once. Returns the number of remaining codes, or null. */
export async function spendRecoveryCode(
  trx: ScopedTransaction,
  settingsKey: Buffer,
  userId: string,
  code: string,
): Promise<number | null> {
  const hash = hashCode(settingsKey, userId, code)
  const spent = await trx('recovery_codes').where({ user_id: userId, code_hash: hash }).delete()
  return spent === 0 ? null : countRecoveryCodes(trx, userId)
}

/** Returns the number of codes that a user has left. */
export async function countRecoveryCodes(trx: ScopedTransaction, userId: string): Promise<number> {
  const row = await trx('recovery_codes').where({ user_id: userId }).count('* as count').first()
  return Number(row?.['count'] ?? 0)
}

function createCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length)))
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

/** Letters may be typed in any case, and O, I and L for the digits that they resemble. */
function hashCode(settingsKey: Buffer, userId: string, code: string): Buffer {
  const key = hkdfSync('sha256', settingsKey, Buffer.alloc(0), 'coffer recovery codes', 32)
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  return createHmac('sha256', Buffer.from(key)).update(`${userId}\n${plain}`).digest()
}
