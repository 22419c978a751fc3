import { randomUUIDv7 } from 'node:crypto'
import type { components } from '../../../shared/contract/api-types.ts'
import { Device } from '../../store/models/device.ts'
import { Fingerprint } from '../../store/models/fingerprint.ts'
import { Job } from '../../store/models/job.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { recordAudit } from '../kernel/audit/record-audit.ts'
import type { TenantContext } from '../kernel/context.ts'
import { recordEvents } from '../outbox/events/record-events.ts'
import { DomainError } from '../kernel/domain-error.ts'
import { type Posture, effectivePosture } from '../policies/posture/effective-posture.ts'
import { acceptedOnFirstUse } from '../inventory/trust/approve-fingerprint.ts'
import { fingerprintAddressesOf } from '../inventory/trust/fingerprint-address.ts'
import { type LeaseClaim, leaseLost, lockLeasedJob } from './lease-state.ts'

type Observed = components['schemas']['ObservedFingerprints']['observed'][number]
type Decision = components['schemas']['FingerprintDecisions']['decisions'][number]

/**
 * Records the fingerprints that a device showed and returns whether each is trusted, in order. An unknown fingerprint
 * waits for a user. It is accepted if the posture is `tofu`, the device never showed another one, and no user rejected
 * it elsewhere: the run is then marked "host not compared".
 * @throws DomainError 409 `device_edited` for an address that is no longer the device's, `lease_lost`
 */
export async function checkFingerprints(
  context: TenantContext,
  claim: LeaseClaim,
  observed: Observed[],
  platformPosture: Posture,
): Promise<Decision[]> {
  const { job, leaseState } = await lockLeasedJob(context, claim)
  if (leaseState === 'lost') throw leaseLost()
  // The device's row is locked, so that two concurrent first fingerprints of a device are not both accepted.
  const device = await Device.query(context.trx).findById(job.deviceId).forUpdate().throwIfNotFound()
  const tenant = await Tenant.query(context.trx).findById(context.tenantId).throwIfNotFound()
  rejectFormerAddress(device, observed)
  const levels = { platform: platformPosture, customer: tenant.trustPosture, device: device.trustPosture }
  const decisions: Decision[] = []
  for (const one of observed) {
    const known = await decideFingerprint(context, device, one, effectivePosture(levels))
    decisions.push({ fingerprint: one.fingerprint, status: known.status === 'superseded' ? 'pending' : known.status })
    if (known.status === 'approved' && !known.compared) {
      await Job.query(context.trx).findById(job.id).patch({ hostNotCompared: true })
    }
  }
  return decisions
}

/** The agent connects to the address of its job. If the device has another address, it was edited since. */
function rejectFormerAddress(device: Device, observed: Observed[]): void {
  const addresses = fingerprintAddressesOf(device)
  const isOfDevice = ({ kind, host, port }: Observed) =>
    addresses.some((address) => address.kind === kind && address.host === host && address.port === port)
  if (observed.every(isOfDevice)) return
  throw new DomainError('device_edited', { device: device.name })
}

async function decideFingerprint(
  context: TenantContext,
  device: Device,
  observed: Observed,
  posture: Posture,
): Promise<Fingerprint> {
  const { trx, now, tenantId } = context
  const { kind, algorithm, host, port, fingerprint } = observed
  const ofDevice = await Fingerprint.query(trx).where({ tenantId, deviceId: device.id, kind })
  const seen = ofDevice.filter((one) => one.host === host && one.port === port)
  const known = seen.find((one) => one.fingerprint === fingerprint)
  if (known) {
    // A superseded fingerprint is shown again: a user has to check it.
    const status = known.status === 'superseded' ? 'pending' : known.status
    await Fingerprint.query(trx).findById(known.id).patch({ lastSeenAt: now, status })
    if (status !== known.status) await reportPending(context, device, known, seen)
    return Object.assign(known, { status })
  }
  // A fingerprint that a user rejected is rejected at every address of the device, until a user approves it.
  const wasRejected = ofDevice.some((one) => one.fingerprint === fingerprint && one.status === 'rejected')
  const isAccepted = posture === 'tofu' && seen.length === 0 && !wasRejected
  const added = await Fingerprint.query(trx)
    .insert({
      id: randomUUIDv7(),
      tenantId,
      deviceId: device.id,
      kind,
      algorithm,
      host,
      port,
      fingerprint,
      status: isAccepted ? 'approved' : 'pending',
      compared: false,
      firstSeenAt: now,
      lastSeenAt: now,
      decidedAt: isAccepted ? now : null,
      decidedBy: isAccepted ? acceptedOnFirstUse : null,
    })
    .returning('*')
  if (!isAccepted) await reportPending(context, device, added, seen)
  if (isAccepted) {
    const detail = { device_id: device.id, kind, fingerprint, host, port, posture }
    await recordAudit(context, 'trust.first_sight', { kind: 'fingerprint', id: added.id, detail })
  }
  return added
}

/** Reports that a user has to compare the fingerprint. A change from an approved fingerprint is more severe. */
async function reportPending(
  context: TenantContext,
  device: Device,
  shown: Fingerprint,
  seen: Fingerprint[],
): Promise<void> {
  const { id, kind, algorithm, host, port, fingerprint } = shown
  const isOther = seen.some((one) => one.status === 'approved' && one.algorithm === algorithm && one.id !== id)
  const type = isOther ? 'fingerprint.changed' : 'fingerprint.pending'
  const data = { fingerprint_id: id, kind, algorithm, fingerprint, host, port }
  await recordEvents(context, [{ type, tenantId: context.tenantId, device, data }])
}
