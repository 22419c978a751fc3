import type { components } from '../../../../shared/contract/api-types.ts'
import type { EventRow } from '../../../store/models/event.ts'

/** Converts an event to the contract's type. Lists, streams and webhooks share it. */
export function emitEvent(event: EventRow): components['schemas']['Event'] {
  const { id, type, severity, at, tenantId, device, agent, data, acknowledgedAt } = event
  return {
    id,
    type,
    severity,
    at: at.toISOString(),
    tenant_id: tenantId,
    device,
    agent,
    data,
    acknowledgement: acknowledgedAt && {
      at: acknowledgedAt.toISOString(),
      by: event.acknowledgedBy,
      note: event.acknowledgementNote,
    },
  } as components['schemas']['Event']
}
