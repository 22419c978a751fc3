import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Call } from '../../kernel/context.ts'
import { type RestoredMark, readMark, unmarkRestored } from '../../kernel/installation/restore-marker.ts'

/**
 * Clears the mark of a database that was put back: of every customer, and without removing anything. Sweeps remove again
 * from then on. The call is of the platform. @returns the mark as it was
 */
export async function acknowledgeRestored(call: Call): Promise<RestoredMark | null> {
  const mark = await readMark(call.trx)
  await unmarkRestored(call.trx)
  await recordAudit({ ...call, tenantId: null }, 'storage.accept_restored', {
    kind: 'database',
    detail: { restored_at: mark?.at ?? null, dump_taken_at: mark?.dumpTakenAt ?? null },
  })
  return mark
}
