import type { Device } from '../../../store/models/device.ts'
import { Fingerprint } from '../../../store/models/fingerprint.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { fingerprintAddressesOf } from './fingerprint-address.ts'
import { type FingerprintView, getFingerprint } from './fingerprint-view.ts'
import { fingerprintFacts, lockFingerprint } from './lock-fingerprint.ts'
import { reportDecision } from './report-decision.ts'

/** Recorded as the approver of fingerprints that posture `tofu` accepted. */
export const acceptedOnFirstUse = 'first sight'

/** How the approver compared a fingerprint with the one that the device shows. */
export type ComparisonEvidence =
  | { kind: 'none' }
  | { kind: 'displayed'; displayed: string; note: string | null }
  | { kind: 'out_of_band'; note: string }

/**
 * Approves a fingerprint, and supersedes an earlier one of the same algorithm at the same address. With evidence it
 * counts as compared, as do versions collected under it after an approval without evidence. Without evidence, versions
 * are marked "host not compared". An approval without evidence never undoes a comparison. A changed host needs a
 * confirmation, because its approval sends the device's secrets to it.
 * @throws DomainError not_found, confirmation_required, superseded, validation_failed (`displayed`) if the device shows another fingerprint
 */
export async function approveFingerprint(
  context: TenantContext,
  id: string,
  evidence: ComparisonEvidence,
): Promise<FingerprintView> {
  const { fingerprint, device } = await lockFingerprint(context, id)
  refuseMismatch(fingerprint, evidence)
  const { tenantId, deviceId, kind, algorithm, host, port } = fingerprint
  const isCompared = evidence.kind !== 'none'
  const becomesCompared = isCompared && fingerprint.status === 'approved' && !fingerprint.compared
  const superseded = await Fingerprint.query(context.trx)
    .where({ tenantId, deviceId, kind, algorithm, host, port, status: 'approved' })
    .whereNot({ id })
    .patch({ status: 'superseded' })
  if (superseded > 0) requireConfirmation(context)
  if (fingerprint.status !== 'approved' || becomesCompared) {
    await Fingerprint.query(context.trx)
      .findById(id)
      .patch({
        status: 'approved',
        compared: isCompared,
        comparison: evidence.kind === 'none' ? null : evidence.kind,
        comparisonNote: evidence.kind === 'none' ? null : evidence.note,
        decidedAt: context.now,
        decidedBy: context.actor.name,
      })
  }
  if (becomesCompared) await markCompared(context, device, fingerprint)
  await recordAudit(context, 'fingerprint.approve', {
    kind: 'fingerprint',
    id,
    tenantId,
    detail: { ...fingerprintFacts(fingerprint, device), was: stateBefore(fingerprint), ...comparisonDetail(evidence) },
  })
  if (fingerprint.status !== 'approved' || becomesCompared) {
    await reportDecision(context, 'fingerprint.approved', device, fingerprint, { isCompared })
  }
  return getFingerprint(context, id)
}

function stateBefore({ status, compared, decidedBy }: Fingerprint): string {
  if (status !== 'approved' || compared) return status
  return decidedBy === acceptedOnFirstUse ? 'accepted at first sight' : 'approved, host not compared'
}

function comparisonDetail(evidence: ComparisonEvidence) {
  if (evidence.kind === 'none') return { comparison: 'none: host not compared' }
  return { comparison: evidence.kind, ...(evidence.note !== null && { note: evidence.note }) }
}

/** @throws DomainError validation_failed */
function refuseMismatch({ fingerprint }: Fingerprint, evidence: ComparisonEvidence): void {
  if (evidence.kind !== 'displayed' || isSameFingerprint(fingerprint, evidence.displayed)) return
  throw invalidField('displayed', 'fingerprint_mismatch', { fingerprint })
}

/**
 * Accepts base64 of SHA-256 with or without its name and padding (OpenSSH, `ssh-keygen -l`), or hex pairs with or
 * without colons (OpenSSL, `x509 -fingerprint`).
 */
function isSameFingerprint(known: string, displayed: string): boolean {
  const shown = displayed.trim()
  if (known.startsWith('SHA256:'))
    return shown.replace(/^SHA256:/i, '').replace(/=+$/, '') === known.slice('SHA256:'.length)
  const hex = (text: string) => text.replace(/^.*=/, '').replace(/[\s:]/g, '').toUpperCase()
  return hex(shown) === hex(known)
}

/**
 * Changes nothing if the device had another approved fingerprint that was not compared: a version's session may have
 * used it.
 */
async function markCompared({ trx }: TenantContext, device: Device, { tenantId, kind, firstSeenAt }: Fingerprint) {
  const { id: deviceId } = device
  const places = fingerprintAddressesOf(device).filter((place) => place.kind === kind)
  const transports = places.map(({ transport }) => transport)
  await trx.raw(
    `update versions v set host_not_compared = false
     from artifacts a
     where a.tenant_id = v.tenant_id and a.id = v.artifact_id and a.transport = any(:transports)
       and v.tenant_id = :tenantId and v.device_id = :deviceId and v.host_not_compared
       and v.captured_at >= :firstSeenAt
       and not exists (
         select from fingerprints f
         where f.tenant_id = :tenantId and f.device_id = :deviceId and f.kind = :kind and not f.compared
           and f.decided_at is not null and f.status in ('approved', 'superseded'))`,
    { transports, tenantId, deviceId, kind, firstSeenAt },
  )
}
