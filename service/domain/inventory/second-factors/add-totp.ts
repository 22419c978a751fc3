import { randomUUIDv7 } from 'node:crypto'
import { SecondFactor } from '../../../store/models/second-factor.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { completeFactor, readOwner } from './complete-factor.ts'
import { createTotpSecret, matchTotp, openTotpSecret, printTotpSecret, sealTotpSecret, totpUri } from './totp.ts'

/** A secret to enter in an authenticator app, as text and as the content of a QR code. */
export interface IssuedTotp {
  secret: string
  uri: string
}

/**
 * Issues a TOTP secret to the caller. It is not a factor until `confirmTotp`; a secret that was not confirmed is
 * replaced.
 * @throws DomainError second_factor_exists
 */
export async function issueTotp(context: ActionContext, settingsKey: Buffer): Promise<IssuedTotp> {
  const { trx, now } = context
  const user = await readOwner(context)
  const existing = await SecondFactor.query(trx).findOne({ userId: user.id, kind: 'totp' }).forUpdate()
  if (existing?.confirmedAt) throw new DomainError('second_factor_exists')
  const secret = createTotpSecret()
  if (existing) await existing.$query(trx).delete()
  await SecondFactor.query(trx).insert({
    id: randomUUIDv7(),
    tenantId: user.tenantId,
    userId: user.id,
    kind: 'totp',
    name: '',
    sealedSecret: sealTotpSecret(settingsKey, user.id, secret),
    createdAt: now,
  })
  await recordAudit(context, 'second_factor.issue', { kind: 'user', id: user.id, tenantId: user.tenantId })
  return { secret: printTotpSecret(secret), uri: totpUri(secret, user.email) }
}

/** Minutes in which an issued secret must be confirmed. */
const issuedMinutes = 15

/**
 * Makes the issued secret a factor: the code proves that the app has it.
 * @returns recovery codes if it is the caller's first factor, else an empty list; null for a wrong code
 * @throws DomainError second_factor_not_issued without a secret that was issued within 15 minutes
 */
export async function confirmTotp(context: ActionContext, settingsKey: Buffer, code: string): Promise<string[] | null> {
  const { trx, now } = context
  const user = await readOwner(context)
  const factor = await SecondFactor.query(trx)
    .findOne({ userId: user.id, kind: 'totp' })
    .whereNull('confirmedAt')
    .where('createdAt', '>', new Date(now.getTime() - issuedMinutes * 60_000))
    .forUpdate()
  if (!factor) throw new DomainError('second_factor_not_issued')
  const secret = openTotpSecret(settingsKey, user.id, factor.sealedSecret!)
  const step = matchTotp(secret, code, now, null)
  if (step === null) return null
  await factor.$query(trx).patch({ confirmedAt: now, lastStep: String(step) })
  return completeFactor(context, settingsKey, user, factor)
}
