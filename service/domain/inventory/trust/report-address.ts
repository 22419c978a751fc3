import type { Device } from '../../../store/models/device.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { addressDifference, addressOf, isAddressApproved } from './device-address.ts'

/** A device before and after a change. */
export interface AddressChange {
  before: Device
  after: Device
}

/** Returns the audit data of a change: the address values that differ; empty if the address stays. */
export function addressDetail({ before, after }: AddressChange): { address?: { from: object; to: object } } {
  const address = addressDifference(addressOf(before), addressOf(after))
  return address ? { address } : {}
}

/** Emits one event for each device whose address changed; its severity is higher if secrets wait for an approval. */
export async function reportAddresses(context: TenantContext, changes: AddressChange[]): Promise<void> {
  const events = changes.flatMap(({ before, after }) => {
    const difference = addressDifference(addressOf(before), addressOf(after))
    if (!difference) return []
    const pending = !isAddressApproved(after)
    return [
      {
        type: 'device.address_changed' as const,
        tenantId: after.tenantId,
        device: after,
        data: { ...difference, pending, changed_by: context.actor.name },
        severity: pending ? ('warning' as const) : ('info' as const),
      },
    ]
  })
  await recordEvents(context, events)
}
