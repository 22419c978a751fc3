import { Credential } from '../../../store/models/credential.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { likePattern } from '../../kernel/like-pattern.ts'
import { type CredentialView, viewCredentials, viewCredential } from './credential-view.ts'

/** Returns credentials in scope by name; `q` is a part of name, account or description. */
export async function listCredentials(
  context: ActionContext,
  filter: { q?: string; name?: string },
  page: { limit: number; after: { name: string; id: string } | null },
): Promise<CredentialView[]> {
  const query = Credential.query(context.trx).orderBy(['name', 'id']).limit(page.limit)
  if (page.after) query.whereRaw('(name, id) > (?, ?)', [page.after.name, page.after.id])
  if (filter.q) query.whereRaw(`lower(concat_ws(' ', name, username, description)) like ?`, [likePattern(filter.q)])
  if (filter.name !== undefined) query.where('name', filter.name)
  return viewCredentials(context, await query)
}

export async function getCredential(context: ActionContext, id: string): Promise<CredentialView> {
  const credential = await Credential.query(context.trx).findById(id)
  if (!credential) throw notFound()
  return viewCredential(context, credential)
}
