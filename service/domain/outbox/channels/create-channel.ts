import { randomUUIDv7 } from 'node:crypto'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import { type ChannelInput, checkMailRoles, pickDestination, readRuleColumns, readRules } from './channel-input.ts'
import { insertChannel } from './insert-channel.ts'
import { readDestination } from './read-destination.ts'
import { sealDestination } from './stored-channel.ts'
import { sealAddress } from './webhook-fields.ts'
import { sealHeaders } from './webhook-headers.ts'

/** @throws DomainError role_exceeds_yours, name_taken, too_many, validation_failed */
export async function createChannel(
  context: ActionContext,
  settingsKey: Buffer,
  input: ChannelInput,
): Promise<NotificationChannel> {
  const { name, kind, enabled = true } = input
  const id = randomUUIDv7()
  const { tenantId } = context
  const channel = await insertChannel(context, 'notification_channel', {
    ...{ id, name, kind, enabled, digestMinutes: 0 },
    ...readNewDestination(settingsKey, id, input),
    ...(await readRuleColumns(context, { id, tenantId }, input)),
    rules: readRules(tenantId, input.rules ?? [{}]),
  })
  checkMailRoles(tenantId, input.mail?.roles)
  await recordAudit(context, 'notification_channel.create', {
    kind: 'notification_channel',
    id,
    detail: describeChannel(channel),
  })
  return channel
}

/** Returns what an audit record has of a channel: names of headers, never their values. */
function describeChannel({ name, kind, destination, headerNames }: NotificationChannel) {
  return { name, kind, destination, ...(headerNames.length > 0 && { header_names: headerNames }) }
}

function readNewDestination(settingsKey: Buffer, id: string, input: ChannelInput) {
  const { kind } = input
  const given = pickDestination(kind, input)
  if (!given) throw invalidField(kind, 'is_required')
  if (kind !== 'webhook') return sealDestination(settingsKey, id, readDestination(kind, given as never, null))
  const { url, secret, headers = [] } = input.webhook!
  if (url === undefined) throw invalidField('webhook.url', 'is_required')
  if (secret === undefined) throw invalidField('webhook.secret', 'is_required')
  return { ...sealAddress(settingsKey, id, { url, secret }, 'webhook.url'), ...sealHeaders(settingsKey, id, headers, null, 'webhook.headers') } // prettier-ignore
}
