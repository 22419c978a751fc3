import type { components } from '../../../../shared/contract/api-types.ts'
import type { EventRow } from '../../../store/models/event.ts'

/** An event as the contract has it: in lists, in streams and in what webhooks are told, so that all say the same. */
export function emitEvent(event: EventRow): components['schemas']['Event'] {
  const { id, type, severity, at, tenantId, device, agent, data } = event
  return {
    id,
    type,
    severity,
    at: at.toISOString(),
    tenant_id: tenantId,
    device,
    agent,
    data,
  } as components['schemas']['Event']
}
