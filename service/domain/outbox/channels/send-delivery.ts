import type { Permission } from '../../../../shared/permissions/permissions.ts'
import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type {
  DeliveryAttempt,
  DeliveryError,
  NotificationDelivery,
} from '../../../store/models/notification-delivery.ts'
import { Tenant } from '../../../store/models/tenant.ts'
import { User } from '../../../store/models/user.ts'
import type { RunInSystemTransaction, SystemContext } from '../../kernel/context.ts'
import { readRolePermissions } from '../../kernel/role-permissions.ts'
import { readMailServer } from './mail-server.ts'
import { buildNotification } from './build-notification.ts'
import type { MailServer } from './channel-settings.ts'
import { openRecipients } from './mail-recipients.ts'
import type { Notification, SendResult } from './notification.ts'
import { limitAttempt } from './limit-attempt.ts'
import { openSender } from './open-sender.ts'
import { sendWebhook } from './send-webhook.ts'
import { channelFields, mailRecipients, openSecrets } from './stored-channel.ts'

/**
 * Returns what changed in the versions of these events, without values of the configuration: one text for each version.
 * `detail`: the names of settings and blocks, or only the number of lines.
 */
export type ReadSummaries = (
  events: readonly Record<string, unknown>[],
  options: { locale: Locale; detail: 'names' | 'counts' },
) => Promise<string[]>

/** Dependencies of a sender. */
export interface SendDependencies {
  runInSystemTransaction: RunInSystemTransaction
  outgoing: OutboundClient
  settingsKey: Buffer
  now: () => Date
  /** Public address of the service. */
  baseUrl: string
  readSummaries: ReadSummaries
}

/** Maximum number of recipients of a mail: a role may have more users. */
const maxRecipients = 200

/**
 * Makes one attempt. Errors of the receiver are part of the result.
 * @throws DatabaseUnavailable; nothing was sent then
 */
export async function sendDelivery(
  dependencies: SendDependencies,
  channel: NotificationChannel,
  delivery: NotificationDelivery,
): Promise<DeliveryAttempt> {
  if (channel.kind === 'webhook') return sendWebhook(dependencies, channel, delivery)
  const { outgoing, settingsKey, now, baseUrl } = dependencies
  const prepared = await prepareNotification(dependencies, channel, delivery)
  const at = now()
  const began = performance.now()
  const { status, error, recipients, isPermanent } = await limitAttempt(channel.destination, send)
  const ms = Math.round(performance.now() - began)
  const outcome = { ...(recipients && { recipients }), ...(isPermanent && { isPermanent }) }
  return { at: at.toISOString(), status, error, ms, ...outcome }

  async function send(signal: AbortSignal): Promise<SendResult> {
    const { notification, mailServer } = prepared
    const { open, hasReached } = openRecipients(delivery.attempts, prepared.recipients)
    if (channel.kind === 'mail' && open.length === 0) {
      return hasReached ? { status: null, error: null } : failed(message('mail_without_recipients'))
    }
    const fields = channelFields(channel, openSecrets(settingsKey, channel), open)
    const hostname = new URL(baseUrl).hostname
    const sender = openSender({ outgoing, locale: channel.language, mailServer, now, signal, hostname }, fields)
    const result = await sender(notification)
    return hasReached && result.isPermanent ? { ...result, error: null, isPermanent: false } : result
  }
}

function failed(error: DeliveryError): SendResult {
  return { status: null, error }
}

/** A notification with what its sender needs from the database. */
export interface PreparedNotification {
  notification: Notification
  mailServer: MailServer | null
  recipients: string[]
}

/** Returns a delivery as a channel sends it now. */
export async function prepareNotification(
  { runInSystemTransaction, settingsKey, baseUrl, readSummaries }: Omit<SendDependencies, 'outgoing'>,
  channel: NotificationChannel,
  delivery: Pick<NotificationDelivery, 'id' | 'kind' | 'events' | 'createdAt'>,
): Promise<PreparedNotification> {
  const { events } = delivery
  const rows = await runInSystemTransaction(async (context) => {
    const [permissions] = await readRolePermissions(context.trx, [channel])
    const ids = [...new Set(events.flatMap(({ tenant_id: id }) => (typeof id === 'string' ? [id] : [])))]
    return {
      detail: channel.includeSummaries ? summaryDetail(permissions!) : null,
      customers: await Tenant.query(context.trx).findByIds(ids).select('id', 'name'),
      mailServer: channel.kind === 'mail' ? await readMailServer(context.trx, settingsKey) : null,
      recipients: channel.kind === 'mail' ? await findRecipients(context, channel) : [],
    }
  })
  const { detail, mailServer, recipients } = rows
  const summaries = detail ? await readSummaries(events, { locale: channel.language, detail }) : []
  const customers = new Map(rows.customers.map(({ id, name }) => [id, name]))
  return {
    notification: buildNotification(channel, delivery, { baseUrl, customers, summaries }),
    mailServer,
    recipients,
  }
}

/** What the role of a channel may read about a change; null: nothing. */
function summaryDetail(permissions: ReadonlySet<Permission>): 'names' | 'counts' | null {
  if (!permissions.has('config:read')) return null
  return permissions.has('secret:read') ? 'names' : 'counts'
}

/** Returns the addresses of a channel, and of the enabled users of its owner with one of its roles. */
async function findRecipients({ trx }: SystemContext, channel: NotificationChannel): Promise<string[]> {
  const { to, roles } = mailRecipients(channel)
  const query = User.query(trx)
    .whereIn('role', roles)
    .whereNull('disabledAt')
    .whereNull('suspendedAt')
    .where({ isServiceAccount: false })
    .orderBy('email')
    .limit(maxRecipients)
  if (channel.tenantId === null) query.whereNull('tenantId')
  else query.where({ tenantId: channel.tenantId })
  const users = roles.length > 0 ? await query.select('email') : []
  return [...new Set([...to, ...users.map(({ email }) => email)])]
}
