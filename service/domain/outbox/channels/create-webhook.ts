import { randomUUIDv7 } from 'node:crypto'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { insertChannel } from './insert-channel.ts'
import { sealHeaders } from './webhook-headers.ts'
import { type WebhookFields, describeWebhook, pickRule, sealAddress } from './webhook-fields.ts'

/** @throws DomainError role_exceeds_yours, name_taken, too_many, validation_failed for an invalid address */
export async function createWebhook(
  context: ActionContext,
  settingsKey: Buffer,
  wanted: WebhookFields,
): Promise<NotificationChannel> {
  const id = randomUUIDv7()
  const { url, secret, headers, name, digestMinutes, enabled } = wanted
  const webhook = await insertChannel(context, 'webhook', {
    ...{ id, kind: 'webhook', name, digestMinutes, enabled },
    rules: [pickRule(wanted, undefined)],
    ...sealAddress(settingsKey, id, { url, secret }),
    ...sealHeaders(settingsKey, id, headers, null),
  })
  await recordAudit(context, 'webhook.create', { kind: 'webhook', id, detail: describeWebhook(webhook) })
  return webhook
}
