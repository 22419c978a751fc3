import { Fleet } from '../../../store/models/fleet.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { refuseApprovalBy } from '../trust/address-approval-policy.ts'
import { type FleetView, viewFleet } from './fleet-view.ts'
import { auditFleet, type FleetFields } from './fleet-fields.ts'

/** Whether a user approved sending this fleet's API key to its cloud. */
export function isFleetApproved({ approvedAddress, credentialId, region }: Fleet): boolean {
  return approvedAddress?.credential_id === credentialId && approvedAddress.region === region
}

/**
 * Approves sending the fleet's API key to its cloud, and to that of each device that the fleet imports.
 * @throws DomainError not_found, session_required for an API token, permission_missing without `credential:write`
 */
export async function approveFleet(context: TenantContext, id: string): Promise<FleetView> {
  refuseApprovalBy(context.actor)
  const fleet = await Fleet.query(context.trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  const approved = await Fleet.query(context.trx).patchAndFetchById(id, approvedColumns(context, fleet)).execute()
  const { name, credentialId, region } = fleet
  await auditFleet(context, 'address.approve', approved, { name, credential_id: credentialId, region })
  return viewFleet(context, approved)
}

export function approvedColumns(
  { now, actor }: TenantContext,
  { credentialId, region }: Pick<FleetFields, 'credentialId' | 'region'>,
) {
  return {
    approvedAddress: { credential_id: credentialId, region },
    addressApprovedAt: now,
    addressApprovedBy: actor.name,
  }
}
