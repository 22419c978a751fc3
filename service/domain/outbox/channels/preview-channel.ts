import type { OutboundClient } from '../../../outbound/outbound-client.ts'
import { EventRow } from '../../../store/models/event.ts'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type { DeliveryError, NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { holds } from '../../kernel/holds.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import { emitEvent } from '../events/emit-event.ts'
import { type EventType, eventTypes } from '../events/event-types.ts'
import { buildMail } from './build-mail.ts'
import { buildSnmpNotification } from './build-snmp-objects.ts'
import { buildSyslogMessages } from './build-syslog-messages.ts'
import { testEvent } from './deliveries.ts'
import { getChannel } from './list-channels.ts'
import { type ChannelReach, mayReceive, wantsEvent } from './match-rules.ts'
import { openSender } from './open-sender.ts'
import { type PreparedNotification, type SendDependencies, prepareNotification } from './send-delivery.ts'
import { webhookBody } from './send-webhook.ts'
import { channelFields } from './stored-channel.ts'

/** A text that a receiver gets. */
export interface PreviewPart {
  name: string
  contentType: string
  text: string
}

/** Latest events of the types of the rules in which those that match are searched for, and how many of them are returned. */
const searched = 200
const maxMatching = 20

/** A delivery that is never stored or sent. */
export type PreviewDelivery = Pick<NotificationDelivery, 'id' | 'kind' | 'events' | 'createdAt'>

/** What a preview renders, and what else it could render. */
export interface FoundPreview {
  channel: NotificationChannel
  delivery: PreviewDelivery
  /** Null: a test. */
  eventId: string | null
  /** The latest events that match the rules, latest first; at most 20. */
  matching: EventRow[]
}

/**
 * Returns a delivery of one event that the channel and the caller may read: the named one, or the latest that matches
 * the rules; a test without any.
 * @throws DomainError not_found, validation_failed for an event that one of them may not read
 */
export async function findPreviewDelivery(
  context: ActionContext,
  id: string,
  eventId: string | undefined,
): Promise<FoundPreview> {
  const { trx, actor, now } = context
  const channel = await getChannel(context, id)
  const [permissions] = await readRolePermissions(trx, [channel])
  const [customers = null] = await readRoleCustomers(trx, [channel])
  const reach = { permissions: permissions!, customers }
  const query = EventRow.query(trx).whereNotNull('position').orderBy('position', 'desc')
  if (channel.tenantId !== null) query.where({ tenantId: channel.tenantId })
  const isReadable = (event: EventRow) => holds(actor, eventTypes[event.type as EventType].permission)
  const matching = (
    await query
      .clone()
      .whereIn('type', listTypes(channel, reach, actor))
      .limit(searched)
  )
    .filter((one) => wantsEvent(channel, reach, one))
    .slice(0, maxMatching)
  const named = eventId === undefined ? undefined : await query.where({ id: eventId }).first()
  const mayShow = named && isReadable(named) && mayReceive(channel, reach, named)
  const event = eventId === undefined ? matching[0] : mayShow ? named : undefined
  if (!event && eventId !== undefined) throw invalidField('event_id', 'event_unknown')
  const delivery = {
    id: event?.id ?? id,
    kind: event ? ('event' as const) : ('test' as const),
    events: [event ? (emitEvent(event) as unknown as Record<string, unknown>) : { ...testEvent(context, channel), id }],
    createdAt: now,
  }
  return { channel, delivery, eventId: event?.id ?? null, matching }
}

/** Returns the types that the rules of a channel include, and that the channel and the caller may read. */
function listTypes({ rules }: NotificationChannel, { permissions }: ChannelReach, actor: ActionContext['actor']) {
  return (Object.keys(eventTypes) as EventType[]).filter((type) => {
    const { permission } = eventTypes[type]
    const isWanted = rules.some(({ events }) => events.length === 0 || events.includes(type))
    return isWanted && permissions.has(permission) && holds(actor, permission)
  })
}

/**
 * Returns what a channel would send for a delivery. Addresses, tokens and header values are neither read nor shown.
 * @throws DomainError validation_failed for a template that cannot render it
 */
export async function previewDelivery(
  dependencies: Omit<SendDependencies, 'outgoing'>,
  channel: NotificationChannel,
  delivery: PreviewDelivery,
): Promise<PreviewPart[]> {
  if (channel.kind === 'webhook') return [json(webhookBody(channel, delivery))]
  const prepared = await prepareNotification(dependencies, channel, delivery)
  const hostname = new URL(dependencies.baseUrl).hostname
  const fields = channelFields(channel, withoutSecrets, prepared.recipients)
  if (fields.kind === 'mail') return previewMail(channel, prepared, hostname)
  const { notification } = prepared
  if (fields.kind === 'syslog') {
    const options = { facility: fields.settings.facility, hostname, maxBytes: 8192 }
    return [
      { name: 'messages', contentType: 'text/plain', text: buildSyslogMessages(notification, options).join('\n') },
    ]
  }
  if (fields.kind === 'snmp') {
    const { oid, objects } = buildSnmpNotification(notification, fields.settings.enterpriseNumber, channel.language)
    const text = [`snmpTrapOID = ${oid}`, ...objects.map((object) => `${object.oid} = ${object.value}`)].join('\n')
    return [{ name: 'objects', contentType: 'text/plain', text }]
  }
  const parts: PreviewPart[] = []
  const outgoing: OutboundClient = ({ headers = {}, body }) => {
    parts.push({ name: 'body', contentType: headers['content-type'] ?? '', text: String(body) })
    return Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) })
  }
  const { now } = dependencies
  const { signal } = new AbortController()
  const send = openSender({ outgoing, locale: channel.language, mailServer: null, now, signal, hostname }, fields)
  const { error } = await send(notification)
  if (error) throw invalidFields([{ path: 'template', error: error as DeliveryError & FieldError['error'] }])
  return parts
}

/** In place of the secrets of each kind. */
const withoutSecrets = {
  ...{ url: 'https://preview.invalid/', headers: {}, topic: '********', token: null, routing_key: '********' },
  ...{ client_key: null, community: null, auth_password: null, priv_password: null },
}

function previewMail(
  { language }: NotificationChannel,
  { notification, mailServer, recipients }: PreparedNotification,
  hostname: string,
): PreviewPart[] {
  const from = mailServer?.from ?? `coffer@${hostname}`
  const { subject, text, html } = buildMail(notification, { locale: language, hostname, from, to: recipients })
  return [
    { name: 'to', contentType: 'text/plain', text: recipients.join(', ') },
    { name: 'subject', contentType: 'text/plain', text: subject },
    { name: 'text', contentType: 'text/plain', text },
    { name: 'html', contentType: 'text/html', text: html },
  ]
}

function json(text: string): PreviewPart {
  return { name: 'body', contentType: 'application/json', text }
}
