import { Fingerprint } from '../../../store/models/fingerprint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantCall } from '../../kernel/context.ts'
import { type FingerprintView, getFingerprint } from './fingerprint-view.ts'
import { factsOf, lockFingerprint } from './lock-fingerprint.ts'
import { reportDecision } from './report-decision.ts'

/**
 * Says that a fingerprint is not the device's, also of one that was approved: where it is shown, nobody logs in.
 * @throws Refusal 409 `superseded`
 */
export async function rejectFingerprint(call: TenantCall, id: string): Promise<FingerprintView> {
  const { fingerprint, device } = await lockFingerprint(call, id)
  const was = fingerprint.status
  if (was !== 'rejected') {
    await Fingerprint.query(call.trx)
      .findById(id)
      .patch({ status: 'rejected', compared: true, decidedAt: call.now, decidedBy: call.actor.name })
  }
  const detail = { ...factsOf(fingerprint, device), was }
  await recordAudit(call, 'fingerprint.reject', { kind: 'fingerprint', id, tenantId: fingerprint.tenantId, detail })
  if (was !== 'rejected') await reportDecision(call, 'fingerprint.rejected', device, fingerprint, { isCompared: true })
  return getFingerprint(call, id)
}
