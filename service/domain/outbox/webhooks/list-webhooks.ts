import { Webhook } from '../../../store/models/webhook.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/** Returns webhooks in scope by name. */
export function listWebhooks(context: ActionContext, filter: { name?: string } = {}): Promise<Webhook[]> {
  const query = Webhook.query(context.trx).orderBy('name').orderBy('id').limit(1_000)
  if (filter.name !== undefined) query.where({ name: filter.name })
  return query.execute()
}

/** @throws DomainError not_found */
export async function getWebhook({ trx }: ActionContext, id: string): Promise<Webhook> {
  const webhook = await Webhook.query(trx).findById(id)
  if (!webhook) throw notFound()
  return webhook
}
