import { Webhook } from '../../../store/models/webhook.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { findWebhookRole } from './webhook-role.ts'
import { refuseMovedHeaders, sealHeaders } from './webhook-headers.ts'
import { type WebhookFields, rejectTakenName, sealAddress } from './webhook-fields.ts'

/**
 * Changes a webhook. Enabling it resets its failures.
 * @throws DomainError not_found, and the codes of `createWebhook`
 */
export async function updateWebhook(
  context: ActionContext,
  settingsKey: Buffer,
  id: string,
  change: Partial<WebhookFields>,
): Promise<Webhook> {
  const { url, secret, headers, ...fields } = change
  const role = await findWebhookRole(context)
  const before = await Webhook.query(context.trx).findById(id).forUpdate()
  if (!before) throw notFound()
  refuseMovedHeaders(before, { url, headers })
  const webhook = await rejectTakenName(
    Webhook.query(context.trx)
      .patchAndFetchById(id, {
        ...fields,
        ...sealAddress(settingsKey, before.id, { url, secret }),
        ...(headers && sealHeaders(settingsKey, before.id, headers, before)),
        ...(fields.enabled && { failingSince: null, disabledReason: null }),
        ...role,
        updatedAt: context.now,
      })
      .execute(),
  )
  const { name, host, headerNames } = webhook
  const detail = {
    name,
    changed: fieldNames(change),
    ...(url && { host }),
    ...(headers && { header_names: headerNames }),
  }
  await recordAudit(context, 'webhook.update', { kind: 'webhook', id, tenantId: webhook.tenantId, detail })
  return webhook
}
