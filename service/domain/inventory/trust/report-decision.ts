import type { Device } from '../../../store/models/device.ts'
import type { Fingerprint } from '../../../store/models/fingerprint.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Records a user's decision about a fingerprint. `fingerprint` is its state before the decision. */
export function reportDecision(
  context: TenantContext,
  type: 'fingerprint.approved' | 'fingerprint.rejected',
  device: Device,
  before: Fingerprint,
  { isCompared }: { isCompared: boolean },
): Promise<void> {
  const { id, tenantId, kind, algorithm, fingerprint, host, port, status } = before
  const data = { fingerprint_id: id, kind, algorithm, fingerprint, host, port, status_before: status, compared: isCompared, by: context.actor.name } // prettier-ignore
  return recordEvents(context, [{ type, tenantId, device, data }])
}
