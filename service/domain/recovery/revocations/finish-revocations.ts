import type { Logger } from 'pino'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { User } from '../../../store/models/user.ts'
import type { AppliedRevocations } from './apply-revocations.ts'
import { applyRevocations } from './apply-revocations.ts'
import { type RevocationDependencies, storeRevocations } from './store-revocations.ts'

/**
 * Applies revocations made after this database was created, reports them by name, and stores pending records. Start and
 * recovery commands call it before they use the database.
 * @throws StoreUnreachable if the records cannot be read; those that cannot be stored stay pending
 */
export async function finishRevocations(
  dependencies: RevocationDependencies,
  log: Logger,
): Promise<AppliedRevocations> {
  const result = await applyRevocations(dependencies)
  for (const { kind, id, name, taken } of result.applied) {
    log.warn({ kind, id, name, taken }, 'revoked again: it was revoked after this database was made')
  }
  for (const object of result.unreadable) {
    log.error({ object }, 'a revocation in the object store does not open: it was altered, or is damaged')
  }
  if (result.applied.some(({ kind }) => kind === 'user')) await warnWithoutAdministrator(dependencies, log)
  await storeRevocations(dependencies).catch((error: unknown) => {
    if (!(error instanceof StoreUnreachable)) throw error
    log.warn({ err: error }, 'revocations wait for the object store')
  })
  return result
}

async function warnWithoutAdministrator(
  { runInSystemTransaction }: RevocationDependencies,
  log: Logger,
): Promise<void> {
  const admins = await runInSystemTransaction(({ trx }) =>
    User.query(trx).where({ role: 'platform_admin', isServiceAccount: false }).whereNull('disabledAt').resultSize(),
  )
  if (admins === 0) log.error('no administrator is left: run the command create-admin')
  else log.warn('users whose password was taken need a new one: an administrator sets it, or create-admin --replace')
}
