import { randomUUIDv7 } from 'node:crypto'
import { Fleet } from '../../../store/models/fleet.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { plainSchedule } from '../devices/device-schedule.ts'
import { requireKeys } from '../../kernel/require-keys.ts'
import { mayApprove } from '../trust/address-approval-policy.ts'
import { type FleetFields, checkFleet, rejectTakenName, auditFleet } from './fleet-fields.ts'
import { type FleetView, viewFleet } from './fleet-view.ts'
import { approvedColumns } from './approve-fleet.ts'

export type NewFleet = Pick<FleetFields, 'name' | 'credentialId'> & Partial<FleetFields>

/**
 * Adds a fleet. Its API key is sent only to a cloud of the vendor, so adding it in a session approves it.
 * @throws DomainError validation_failed (with every invalid field), name_taken, keys_destroyed
 */
export async function createFleet(context: TenantContext, wanted: NewFleet): Promise<FleetView> {
  await requireKeys(context)
  const fields: FleetFields = { ...fleetDefaults, ...wanted, schedule: plainSchedule(wanted.schedule ?? '') }
  await checkFleet(context, fields)
  const fleet = await rejectTakenName(
    Fleet.query(context.trx)
      .insert({
        ...fields,
        ...(mayApprove(context.actor) && approvedColumns(context, fields)),
        id: randomUUIDv7(),
        tenantId: context.tenantId,
        createdAt: context.now,
        updatedAt: context.now,
      })
      .returning('*')
      .execute(),
  )
  await auditFleet(context, 'fleet.create', fleet, { name: fleet.name })
  return viewFleet(context, fleet)
}

const fleetDefaults: Omit<FleetFields, 'name' | 'credentialId'> = {
  region: null,
  orgIds: [],
  agentIds: [],
  schedule: '',
}
