import type { SystemContext } from '../../../kernel/context.ts'
import { Device } from '../../../../store/models/device.ts'
import type { Job } from '../../../../store/models/job.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import { type NewEvent, recordEvents } from '../../../outbox/events/record-events.ts'
import { serviceActor } from '../../../kernel/service-actor.ts'

/** The data of the record of a restore's end. */
export type EndedRestore = Pick<
  Job,
  'id' | 'tenantId' | 'deviceId' | 'versionId' | 'status' | 'errorCode' | 'requestedBy' | 'confirmUntil' | 'verifiedAt'
>

/**
 * Records who restored which version to which device, and the outcome. Each outcome has a record and an event: the
 * pending commit, an unknown outcome, and finally the known one.
 */
export async function recordRestoreEnd({ trx, now }: SystemContext, restore: EndedRestore): Promise<void> {
  const { id, tenantId, deviceId, versionId, status, errorCode, requestedBy, confirmUntil, verifiedAt } = restore
  const isBad = status === 'failed' || status === 'blocked' || status === 'unknown' || status === 'reverted'
  await recordAudit({ ...serviceActor, tenantId, trx, now }, 'restore.end', {
    kind: 'run',
    id,
    tenantId,
    outcome: isBad ? 'failed' : 'done',
    detail: {
      device_id: deviceId,
      version_id: versionId,
      requested_by: requestedBy,
      status,
      ...(errorCode !== null && { error_code: errorCode }),
      ...(confirmUntil && { confirm_until: confirmUntil.toISOString() }),
      verified: verifiedAt !== null,
    },
  })
  const device = await Device.query(trx).findById(deviceId)
  if (device) await recordEvents({ trx, now }, [eventOf(restore, device)])
}

function eventOf({ id, tenantId, versionId, status, errorCode, confirmUntil }: EndedRestore, device: Device): NewEvent {
  const isWaited = status === 'awaiting_confirmation' || status === 'reverted' || status === 'blocked'
  const isLost = status === 'failed' || status === 'unknown'
  return {
    type: 'restore.state',
    tenantId,
    device,
    severity: isLost ? 'critical' : isWaited ? 'warning' : 'info',
    data: {
      run_id: id,
      version_id: versionId,
      status,
      ...(errorCode !== null && { error_code: errorCode }),
      ...(confirmUntil && { confirm_until: confirmUntil.toISOString() }),
    },
  }
}
