import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type RestoredMark, readMark, unmarkRestored } from '../../kernel/installation/restore-marker.ts'

/**
 * Clears the mark of a database that was put back: of every customer, and without removing anything. Sweeps remove again
 * from then on. The call is of the platform. @returns the mark as it was
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
