import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '../../../../shared/permissions/permissions.ts'
import { Webhook } from '../../../store/models/webhook.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, invalidField, notFound } from '../../kernel/domain-error.ts'
import { type HeaderInput, refuseMovedHeaders, sealHeaders } from './webhook-headers.ts'
import { sealSecret } from './webhook-secret.ts'

/** The fields of a webhook that a user sets. */
export type WebhookFields = Pick<
  Webhook,
  'name' | 'events' | 'minSeverity' | 'sites' | 'tags' | 'platforms' | 'digestMinutes' | 'enabled'
> & { url: string; secret: string; headers: HeaderInput[] }

/** Maximum number of webhooks of a tenant; a digest or the event stream covers further needs. */
const maxWebhooks = 50

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

/** @throws DomainError name_taken, too_many, validation_failed for an invalid address */
export async function createWebhook(
  context: ActionContext,
  settingsKey: Buffer,
  wanted: WebhookFields,
): Promise<Webhook> {
  const { trx, now, tenantId, actor } = context
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
    ...sealed(settingsKey, id, { url, secret }),
    ...sealHeaders(settingsKey, id, headers, null),
    role: actor.role as Role,
    failingSince: null,
    disabledReason: null,
    createdAt: now,
    updatedAt: now,
  }
  const webhook = await rejectTakenName(Webhook.query(trx).insert(row).returning('*').execute())
  await recordAudit(context, 'webhook.create', { kind: 'webhook', id, detail: auditedFields(webhook) })
  return webhook
}

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
  const before = await Webhook.query(context.trx).findById(id).forUpdate()
  if (!before) throw notFound()
  refuseMovedHeaders(before, { url, headers })
  const webhook = await rejectTakenName(
    Webhook.query(context.trx)
      .patchAndFetchById(id, {
        ...fields,
        ...sealed(settingsKey, before.id, { url, secret }),
        ...(headers && sealHeaders(settingsKey, before.id, headers, before)),
        ...(fields.enabled && { failingSince: null, disabledReason: null }),
        role: context.actor.role as Role,
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

/** Contains names of headers, never their values. */
function auditedFields({ name, host, headerNames }: Webhook) {
  return { name, host, ...(headerNames.length > 0 && { header_names: headerNames }) }
}

function sealed(settingsKey: Buffer, id: string, { url, secret }: { url?: string; secret?: string }) {
  return {
    ...(url !== undefined && { url: sealSecret(settingsKey, id, 'url', url), host: hostOf(url) }),
    ...(secret !== undefined && { secret: sealSecret(settingsKey, id, 'secret', secret) }),
  } as { url: Buffer; host: string; secret: Buffer }
}

function hostOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw invalidField('url', 'url_invalid', { example: 'https://hooks.example.net/coffer' })
  }
  if (parsed.username || parsed.password) throw invalidField('url', 'url_has_login')
  return parsed.host
}

function rejectTakenName<T>(writing: Promise<T>): Promise<T> {
  return rejectDuplicate(writing, () => new DomainError('name_taken', { resource: 'webhook' }))
}
