import { Webhook } from '../../../store/models/webhook.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'

/**
 * Deletes a webhook with its queued deliveries.
 * @throws DomainError not_found
 */
export async function deleteWebhook(context: ActionContext, id: string): Promise<void> {
  const webhook = await Webhook.query(context.trx).findById(id)
  if (!webhook) throw notFound()
  await Webhook.query(context.trx).deleteById(id)
  const detail = { name: webhook.name }
  await recordAudit(context, 'webhook.delete', { kind: 'webhook', id, tenantId: webhook.tenantId, detail })
}
