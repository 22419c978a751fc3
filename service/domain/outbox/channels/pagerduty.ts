import { shortenText } from '../../../../shared/messages/shorten-text.ts'
import type { PagerdutySecrets, PagerdutySettings } from './channel-settings.ts'
import type { Notification, Send } from './notification.ts'
import { postNotification } from './post-notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'
import { limitLines } from './shorten-text.ts'
import { describeRest, label } from './describe-notification.ts'

/** Limits of the Events API v2. */
const maxSummary = 1024
const maxDedupKey = 255

/** The whole event may have 512 KB. */
const maxDetails = 64 * 1024

const addresses: Record<PagerdutySettings['region'], string> = {
  us: 'https://events.pagerduty.com/v2/enqueue',
  eu: 'https://events.eu.pagerduty.com/v2/enqueue',
}

type Context = Pick<SenderDependencies, 'locale' | 'hostname'>

/** Returns the event: the end of an alert resolves the incident that its beginning triggered. */
export function buildPagerdutyEvent(notification: Notification, routingKey: string, { locale, hostname }: Context) {
  const { id, at, severity, title, lines, summaries, link, customer, alert, kind } = notification
  const key = { routing_key: routingKey, dedup_key: shortenText(alert?.key ?? id, maxDedupKey) }
  if (alert?.resolved) return { ...key, event_action: 'resolve' as const }
  const fits = (texts: readonly string[]) => Buffer.byteLength(JSON.stringify(texts)) <= maxDetails
  const rest = (more: number) => describeRest(more, locale)
  const types = [...new Set(notification.events.map(({ type }) => String(type)))]
  const device = subjectName(notification)
  return {
    ...key,
    event_action: 'trigger' as const,
    client: 'Coffer',
    ...(link !== null && { client_url: link, links: [{ href: link, text: label('link', locale) }] }),
    payload: {
      summary: shortenText(customer === null ? title : `${customer}: ${title}`, maxSummary),
      source: hostname,
      severity,
      timestamp: at.toISOString(),
      ...(device !== null && { component: device }),
      ...(customer !== null && { group: customer }),
      ...(types.length === 1 && { class: types[0] }),
      custom_details: {
        kind,
        events: limitLines(lines, fits, rest),
        ...(summaries.length > 0 && { summaries: limitLines(summaries, fits, rest) }),
      },
    },
  }
}

export function createPagerdutySender(
  dependencies: SenderDependencies,
  { region }: PagerdutySettings,
  { routingKey }: PagerdutySecrets,
): Send {
  return (notification) => {
    const body = JSON.stringify(buildPagerdutyEvent(notification, routingKey, dependencies))
    return postNotification(dependencies, { url: addresses[region], body })
  }
}

/** Returns the name of the device or agent that all events are about; null for several. */
function subjectName({ events }: Notification): string | null {
  const names = new Set(events.map(({ device, agent }) => ((device ?? agent) as { name?: string } | null)?.name))
  const [name] = names
  return names.size === 1 && name ? name : null
}
