import { Fleet } from '../../../store/models/fleet.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type FleetView, viewFleet } from './fleet-view.ts'

/** Returns fleets by name after the previous page, without scan results. */
export function listFleets(
  { trx }: ActionContext,
  page: { limit: number; after: { name: string; id: string } | null; name?: string },
): Promise<Fleet[]> {
  const query = Fleet.query(trx).orderBy('name').orderBy('id').limit(page.limit)
  if (page.after) query.whereRaw('(name, id) > (?, ?)', [page.after.name, page.after.id])
  if (page.name !== undefined) query.where({ name: page.name })
  return query.execute()
}

/** @throws DomainError not_found */
export async function getFleet(context: ActionContext, id: string): Promise<FleetView> {
  const fleet = await Fleet.query(context.trx).findById(id)
  if (!fleet) throw notFound()
  return viewFleet(context, fleet)
}
