import { describeEvent, nameEventType } from '../../../../shared/events/describe-event.ts'
import { notificationRoute } from '../../../../shared/events/event-route.ts'
import { render } from '../../../../shared/messages/render.ts'
import { message } from '../../../../shared/messages/message.ts'
import type { components } from '../../../../shared/contract/api-types.ts'
import type { NotificationChannel } from '../../../store/models/notification-channel.ts'
import type { NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import { findAlert } from '../events/event-alert.ts'
import { type Severity, severities } from '../events/event-types.ts'
import type { Notification } from './notification.ts'

type Event = components['schemas']['Event']

/** What a notification contains beside its delivery. */
export interface NotificationFacts {
  /** Public address of the service. */
  baseUrl: string
  /** Names of customers by id, of those that the events name. */
  customers: ReadonlyMap<string, string>
  summaries: string[]
}

/** Returns a delivery in the language of its channel, as every kind of channel sends it. */
export function buildNotification(
  channel: Pick<NotificationChannel, 'name' | 'tenantId' | 'language'>,
  delivery: Pick<NotificationDelivery, 'id' | 'kind' | 'events' | 'createdAt'>,
  { baseUrl, customers, summaries }: NotificationFacts,
): Notification {
  const { language } = channel
  const events = delivery.events as unknown as Event[]
  const [first] = events
  const single = events.length === 1 ? first : undefined
  const tenants = new Set(events.map(({ tenant_id: id }) => id))
  const [tenant] = tenants.size === 1 ? tenants : []
  const isMixed = tenants.size > 1
  const lineOf = (event: Event) => {
    const customer = isMixed && event.tenant_id ? customers.get(event.tenant_id) : undefined
    const sentence = describeEvent(event, language)
    return customer === undefined ? sentence : render(message('notification_line_of', { customer, sentence }), language)
  }
  return {
    id: delivery.id,
    kind: delivery.kind,
    at: single ? new Date(single.at) : delivery.createdAt,
    severity: gravest(events),
    title: titleOf(channel, delivery.kind, events),
    lines: delivery.kind === 'test' ? [testLine(delivery.events[0], language)] : events.map(lineOf),
    summaries,
    link: linkTo(baseUrl, routeOf(delivery.kind, single)),
    customer: (tenant && customers.get(tenant)) ?? null,
    alert: single && delivery.kind !== 'test' ? findAlert({ ...single, tenantId: single.tenant_id }) : null,
    events: delivery.events,
  }
}

function gravest(events: readonly Event[]): Severity {
  const order = events.map(({ severity }) => severities.indexOf(severity))
  return severities[Math.max(0, ...order)]!
}

function titleOf(
  { name, language }: Pick<NotificationChannel, 'name' | 'language'>,
  kind: NotificationDelivery['kind'],
  events: readonly Event[],
): string {
  if (kind === 'test') return render(message('notification_title_test', { name }), language)
  const title = events.length === 1 ? titleOfEvent(events[0]!, language) : titleOfDigest(events, language)
  return kind === 'escalation' ? render(message('notification_title_escalation', { title }), language) : title
}

function titleOfEvent(event: Event, language: 'en' | 'fr'): string {
  const label = nameEventType(event.type, language)
  const subject = event.device?.name ?? event.agent?.name
  if (subject !== undefined) return render(message('notification_title_event', { subject, label }), language)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

function titleOfDigest(events: readonly Event[], language: 'en' | 'fr'): string {
  const count = (wanted: Severity) => events.filter(({ severity }) => severity === wanted).length
  const params = { events: events.length, critical: count('critical'), warnings: count('warning') }
  return render(message('notification_title_digest', params), language)
}

function testLine(event: Record<string, unknown> | undefined, language: 'en' | 'fr'): string {
  const { asked_by: user = '' } = (event?.['data'] ?? {}) as Record<string, unknown>
  return render(message('notification_line_test', { user: String(user) }), language)
}

function routeOf(kind: NotificationDelivery['kind'], single: Event | undefined): string {
  if (kind === 'test') return '/'
  if (single) return notificationRoute(single)
  return kind === 'escalation' ? '/events?escalating=true' : '/events'
}

/** The console is a single page, whose pages are in the fragment. */
function linkTo(baseUrl: string, route: string): string {
  return `${baseUrl.replace(/\/$/, '')}/#${route}`
}
