import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type ChannelPatch, checkMailRoles, pickDestination, readRuleColumns } from './channel-input.ts'
import { findChannelRole } from './channel-role.ts'
import { rejectTakenName } from './insert-channel.ts'
import { readDestination } from './read-destination.ts'
import { openSecrets, sealDestination } from './stored-channel.ts'
import { sealAddress } from './webhook-fields.ts'
import { refuseMovedHeaders, sealHeaders } from './webhook-headers.ts'

/**
 * Changes a channel. Enabling it resets its failures.
 * @throws DomainError not_found, and the codes of `createChannel`
 */
export async function updateChannel(
  context: ActionContext,
  settingsKey: Buffer,
  id: string,
  change: ChannelPatch,
): Promise<NotificationChannel> {
  const role = await findChannelRole(context)
  const before = await NotificationChannel.query(context.trx).findById(id).forUpdate()
  if (!before) throw notFound()
  checkMailRoles(before.tenantId, change.mail?.roles)
  const { name, enabled } = change
  const columns = {
    ...(name !== undefined && { name }),
    ...(enabled !== undefined && { enabled }),
    ...(enabled !== undefined && { disabledReason: null, disabledParams: null }),
    ...(enabled && { failingSince: null }),
    ...changedDestination(settingsKey, before, change),
    ...(await readRuleColumns(context, before, change)),
    ...role,
    updatedAt: context.now,
  }
  const channel = await rejectTakenName(
    'notification_channel',
    NotificationChannel.query(context.trx).patchAndFetchById(id, columns).execute(),
  )
  const detail = { name: channel.name, changed: fieldNames(change), destination: channel.destination }
  await recordAudit(context, 'notification_channel.update', {
    kind: 'notification_channel',
    id,
    tenantId: channel.tenantId,
    detail,
  })
  return channel
}

function changedDestination(settingsKey: Buffer, before: NotificationChannel, change: ChannelPatch) {
  const { id, kind } = before
  const given = pickDestination(kind, change)
  if (!given) return {}
  if (kind === 'webhook') {
    const { url, secret, headers } = change.webhook!
    refuseMovedHeaders(before, { url, headers }, 'webhook.headers')
    return {
      ...sealAddress(settingsKey, id, { url, secret }, 'webhook.url'),
      ...(headers && sealHeaders(settingsKey, id, headers, before, 'webhook.headers')),
    }
  }
  const { settings, headerNames } = before
  const known = { settings, secrets: openSecrets(settingsKey, before), headerNames }
  return sealDestination(settingsKey, id, readDestination(kind, given as never, known))
}
