import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { shortenText } from '../../../../shared/messages/shorten-text.ts'
import type { NtfySecrets, NtfySettings } from './channel-settings.ts'
import { describeRest, listFactLines } from './describe-notification.ts'
import type { Notification, Send } from './notification.ts'
import { postNotification } from './post-notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'
import { limitLines, shortenToBytes } from './shorten-text.ts'

/** ntfy turns a longer message into an attachment. */
const maxMessageBytes = 4096

/** From 1 (least) to 5; the tags are names of emoji. */
const appearances: Record<Notification['severity'], { priority: number; tag: string }> = {
  info: { priority: 3, tag: 'information_source' },
  warning: { priority: 4, tag: 'warning' },
  critical: { priority: 5, tag: 'rotating_light' },
}

/** Returns the message, published as JSON to the address of the server. */
export function buildNtfyMessage(notification: Notification, topic: string, locale: Locale) {
  const { title, lines, summaries, link, severity, alert, customer } = notification
  const { priority, tag } = alert?.resolved ? { priority: 3, tag: 'white_check_mark' } : appearances[severity]
  const facts = listFactLines(notification, locale)
  const fits = (texts: readonly string[]) => Buffer.byteLength([...texts, ...facts].join('\n')) < maxMessageBytes
  const shown = limitLines([...lines, ...summaries], fits, (more) => describeRest(more, locale))
  return {
    topic,
    title: shortenText(title, 250),
    message: shortenToBytes([...shown, ...facts].join('\n'), maxMessageBytes),
    priority,
    tags: [tag, ...(customer === null ? [] : [shortenText(customer.replaceAll(',', ' '), 100)])],
    ...(link !== null && { click: link }),
  }
}

export function createNtfySender(
  dependencies: SenderDependencies,
  { server }: NtfySettings,
  { topic, token }: NtfySecrets,
): Send {
  return (notification) => {
    const body = JSON.stringify(buildNtfyMessage(notification, topic, dependencies.locale))
    const headers = { ...(token !== null && { authorization: `Bearer ${token}` }) }
    return postNotification(dependencies, { url: server, headers, body })
  }
}
