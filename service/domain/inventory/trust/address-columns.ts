import type { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import {
  type AddressFields,
  addressDifference,
  addressOf,
  isAddressApproved,
  secretDestinations,
} from './device-address.ts'

type AddressColumns = Pick<
  Device,
  | 'approvedAddress'
  | 'addressApprovedAt'
  | 'addressApprovedBy'
  | 'addressPending'
  | 'addressChangedAt'
  | 'addressChangedBy'
>

/** Returns the address columns of a new device. `isApproved`: the caller approves it in the same request. */
export function newAddressColumns(context: ActionContext, device: AddressFields, isApproved: boolean): AddressColumns {
  const pending = { addressChangedAt: context.now, addressChangedBy: context.actor.name }
  if (isApproved && secretDestinations(addressOf(device)).length > 0) {
    return { ...approvedColumns(context, device), ...pending }
  }
  const none = { approvedAddress: null, addressApprovedAt: null, addressApprovedBy: null }
  return { ...none, ...pending, addressPending: !isAddressApproved({ ...device, approvedAddress: null }) }
}

/** Returns the address columns of a change; none if the address stays and the caller does not approve it. */
export function changedAddressColumns(
  context: ActionContext,
  before: Device,
  after: AddressFields,
  isApproved: boolean,
): Partial<AddressColumns> {
  const isChanged = addressDifference(addressOf(before), addressOf(after)) !== null
  if (!isChanged && !isApproved) return {}
  const changed = isChanged && { addressChangedAt: context.now, addressChangedBy: context.actor.name }
  const isPending = !isAddressApproved({ ...after, approvedAddress: before.approvedAddress })
  return { ...changed, ...(isPending && isApproved ? approvedColumns(context, after) : { addressPending: isPending }) }
}

/** Returns the columns of an approval of a device's address. */
export function approvedColumns({ now, actor }: Pick<ActionContext, 'now' | 'actor'>, device: AddressFields) {
  return {
    approvedAddress: addressOf(device),
    addressApprovedAt: now,
    addressApprovedBy: actor.name,
    addressPending: false,
  }
}
