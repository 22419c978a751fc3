import { Fleet } from '../../../store/models/fleet.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { plainSchedule } from '../devices/device-schedule.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { mayApprove } from '../trust/address-approval-policy.ts'
import { type FleetFields, checkFleet, rejectTakenName, auditFleet } from './fleet-fields.ts'
import { type FleetView, viewFleet } from './fleet-view.ts'
import { approvedColumns } from './approve-fleet.ts'

/**
 * Changes a fleet. Imported devices stay as they are.
 * @throws DomainError not_found, and the codes of `createFleet`
 */
export async function updateFleet(
  context: TenantContext,
  id: string,
  change: Partial<FleetFields>,
): Promise<FleetView> {
  const fleet = await Fleet.query(context.trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  const fields = change.schedule === undefined ? change : { ...change, schedule: plainSchedule(change.schedule) }
  await checkFleet(context, fields)
  const namesAddress = fields.credentialId !== undefined || fields.region !== undefined
  const updated = await rejectTakenName(
    Fleet.query(context.trx)
      .patchAndFetchById(id, {
        ...fields,
        ...(namesAddress && mayApprove(context.actor) && approvedColumns(context, { ...fleet, ...fields })),
        updatedAt: context.now,
      })
      .execute(),
  )
  await auditFleet(context, 'fleet.update', updated, { changed: fieldNames(change) })
  return viewFleet(context, updated)
}
