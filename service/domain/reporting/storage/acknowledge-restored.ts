import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type RestoredMark, readMark, unmarkRestored } from '../../kernel/installation/restore-marker.ts'

/**
 * Clears the mark of a restored database, for all tenants, without deleting anything. Sweeps delete again from then on.
 * The context has the platform scope.
 * @returns the former mark
 */
export async function acknowledgeRestored(context: ActionContext): Promise<RestoredMark | null> {
  const mark = await readMark(context.trx)
  await unmarkRestored(context.trx)
  await recordAudit({ ...context, tenantId: null }, 'storage.accept_restored', {
    kind: 'database',
    detail: { restored_at: mark?.at ?? null, dump_taken_at: mark?.dumpTakenAt ?? null },
  })
  return mark
}
