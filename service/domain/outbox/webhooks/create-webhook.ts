import { randomUUIDv7 } from 'node:crypto'
import { Webhook } from '../../../store/models/webhook.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { findWebhookRole } from './webhook-role.ts'
import { sealHeaders } from './webhook-headers.ts'
import { type WebhookFields, sealAddress, rejectTakenName, describeWebhook } from './webhook-fields.ts'

/** Maximum number of webhooks of a tenant; a digest or the event stream covers further needs. */
const maxWebhooks = 50

/** @throws DomainError role_exceeds_yours, name_taken, too_many, validation_failed for an invalid address */
export async function createWebhook(
  context: ActionContext,
  settingsKey: Buffer,
  wanted: WebhookFields,
): Promise<Webhook> {
  const { trx, now, tenantId } = context
  const role = await findWebhookRole(context)
  const ofOwner = tenantId === null ? Webhook.query(trx).whereNull('tenantId') : Webhook.query(trx).where({ tenantId })
  if ((await ofOwner.resultSize()) >= maxWebhooks) {
    throw new DomainError('too_many', { resource: 'webhook', limit: maxWebhooks })
  }
  const id = randomUUIDv7()
  const { url, secret, headers, ...fields } = wanted
  const row = {
    ...fields,
    id,
    tenantId,
    ...sealAddress(settingsKey, id, { url, secret }),
    ...sealHeaders(settingsKey, id, headers, null),
    ...role,
    failingSince: null,
    disabledReason: null,
    createdAt: now,
    updatedAt: now,
  }
  const webhook = await rejectTakenName(Webhook.query(trx).insert(row).returning('*').execute())
  await recordAudit(context, 'webhook.create', { kind: 'webhook', id, detail: describeWebhook(webhook) })
  return webhook
}
