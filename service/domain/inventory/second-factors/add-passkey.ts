import { randomUUIDv7 } from 'node:crypto'
import { SecondFactor } from '../../../store/models/second-factor.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { completeFactor, readOwner } from './complete-factor.ts'
import type { NewPasskey } from './passkeys.ts'

/** More than anyone uses, and few enough for a browser to compare. */
const maxPasskeys = 20

/**
 * Stores a verified passkey of the caller.
 * @returns its row, and recovery codes if it is the caller's first factor
 * @throws DomainError too_many_passkeys, second_factor_exists if it is already registered
 */
export async function addPasskey(
  context: ActionContext,
  settingsKey: Buffer,
  name: string,
  { credentialId, publicKey, counter, transports }: NewPasskey,
): Promise<{ passkey: SecondFactor; recoveryCodes: string[] }> {
  const { trx, now } = context
  const user = await readOwner(context)
  const count = await SecondFactor.query(trx).where({ userId: user.id, kind: 'passkey' }).resultSize()
  if (count >= maxPasskeys) throw new DomainError('too_many_passkeys', { limit: maxPasskeys })
  const row: Partial<SecondFactor> = {
    id: randomUUIDv7(),
    tenantId: user.tenantId,
    userId: user.id,
    kind: 'passkey',
    name: name.trim(),
    credentialId,
    publicKey,
    counter: String(counter),
    transports,
    createdAt: now,
    confirmedAt: now,
  }
  const passkey = await rejectDuplicate(
    SecondFactor.query(trx).insertAndFetch(row).execute(),
    () => new DomainError('second_factor_exists'),
  )
  return { passkey, recoveryCodes: await completeFactor(context, settingsKey, user, passkey) }
}
