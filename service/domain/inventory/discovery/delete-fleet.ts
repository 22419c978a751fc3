import { Fleet } from '../../../store/models/fleet.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { auditFleet } from './fleet-fields.ts'

/** Deletes the fleet and its scan results; imported devices stay in service. */
export async function deleteFleet(context: TenantContext, id: string): Promise<void> {
  const fleet = await Fleet.query(context.trx).findById(id).forUpdate()
  if (!fleet) throw notFound()
  await Fleet.query(context.trx).deleteById(id)
  await auditFleet(context, 'fleet.delete', fleet, { name: fleet.name })
}
