import { PinHold } from '../../../store/models/pin-hold.ts'
import { daysAfter } from '../../kernel/delay.ts'
import type { ActionContext } from '../../kernel/context.ts'

/**
 * Protects a version that is no longer pinned or golden. Neither needs a password, so retention spares it for as many
 * days as a cut of retention waits.
 */
export async function holdVersion(
  { trx, now }: Pick<ActionContext, 'trx' | 'now'>,
  { tenantId, versionId }: { tenantId: string; versionId: string },
  days: number,
): Promise<void> {
  if (days === 0) return
  const hold = { tenantId, versionId, heldUntil: daysAfter(now, days) }
  await PinHold.query(trx).insert(hold).onConflict(['tenant_id', 'version_id']).merge()
}
