import { GoldenConfiguration } from '../../../store/models/golden-configuration.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type GoldenView, viewGolden, viewGoldens } from './golden-view.ts'

/** Returns the golden configurations in scope, by name. */
export async function listGoldens(
  context: ActionContext,
  page: { limit: number; after: { name: string; id: string } | null },
): Promise<GoldenView[]> {
  const query = GoldenConfiguration.query(context.trx).orderBy(['name', 'id']).limit(page.limit)
  const { after } = page
  if (after) query.whereRaw('(name, id) > (?, ?)', [after.name, after.id])
  return viewGoldens(context, await query)
}

/** @throws DomainError not_found */
export async function getGolden(context: ActionContext, id: string): Promise<GoldenView> {
  const found = await GoldenConfiguration.query(context.trx).findById(id)
  if (!found) throw notFound()
  return viewGolden(context, found)
}
