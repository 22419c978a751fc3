import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { findChannelRole } from './channel-role.ts'
import { rejectTakenName } from './insert-channel.ts'
import { refuseMovedHeaders, sealHeaders } from './webhook-headers.ts'
import { type WebhookFields, pickRule, sealAddress } from './webhook-fields.ts'

/**
 * Changes a webhook. Enabling it resets its failures. Filters change its first rule.
 * @throws DomainError not_found, and the codes of `createWebhook`
 */
export async function updateWebhook(
  context: ActionContext,
  settingsKey: Buffer,
  id: string,
  change: Partial<WebhookFields>,
): Promise<NotificationChannel> {
  const { url, secret, headers, name, digestMinutes, enabled } = change
  const role = await findChannelRole(context)
  const before = await NotificationChannel.query(context.trx).findOne({ id, kind: 'webhook' }).forUpdate()
  if (!before) throw notFound()
  refuseMovedHeaders(before, { url, headers })
  const [first, ...others] = before.rules
  const webhook = await rejectTakenName(
    'webhook',
    NotificationChannel.query(context.trx)
      .patchAndFetchById(id, {
        ...(name !== undefined && { name }),
        ...(digestMinutes !== undefined && { digestMinutes }),
        ...(enabled !== undefined && { enabled }),
        rules: [pickRule(change, first), ...others],
        ...sealAddress(settingsKey, before.id, { url, secret }),
        ...(headers && sealHeaders(settingsKey, before.id, headers, before)),
        ...(enabled !== undefined && { disabledReason: null, disabledParams: null }),
        ...(enabled && { failingSince: null }),
        ...role,
        updatedAt: context.now,
      })
      .execute(),
  )
  const { destination: host, headerNames } = webhook
  const detail = {
    name: webhook.name,
    changed: fieldNames(change),
    ...(url && { host }),
    ...(headers && { header_names: headerNames }),
  }
  await recordAudit(context, 'webhook.update', { kind: 'webhook', id, tenantId: webhook.tenantId, detail })
  return webhook
}
