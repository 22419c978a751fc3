import { Fingerprint } from '../../../store/models/fingerprint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { type FingerprintView, getFingerprint } from './fingerprint-view.ts'
import { fingerprintFacts, lockFingerprint } from './lock-fingerprint.ts'
import { reportDecision } from './report-decision.ts'

/**
 * Rejects a fingerprint, also an approved one: no agent logs in to a device that shows it.
 * @throws DomainError not_found, superseded
 */
export async function rejectFingerprint(context: TenantContext, id: string): Promise<FingerprintView> {
  const { fingerprint, device } = await lockFingerprint(context, id)
  const was = fingerprint.status
  if (was !== 'rejected') {
    await Fingerprint.query(context.trx)
      .findById(id)
      .patch({ status: 'rejected', compared: true, decidedAt: context.now, decidedBy: context.actor.name })
  }
  const detail = { ...fingerprintFacts(fingerprint, device), was }
  await recordAudit(context, 'fingerprint.reject', { kind: 'fingerprint', id, tenantId: fingerprint.tenantId, detail })
  if (was !== 'rejected')
    await reportDecision(context, 'fingerprint.rejected', device, fingerprint, { isCompared: true })
  return getFingerprint(context, id)
}
