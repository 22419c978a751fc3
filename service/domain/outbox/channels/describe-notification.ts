import type { MessageCode } from '../../../../shared/messages/message.ts'
import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { render } from '../../../../shared/messages/render.ts'
import type { Notification } from './notification.ts'

type Label = 'customer' | 'severity' | 'time' | 'link'

/** A fact of a notification with its label. */
export interface Fact {
  label: string
  value: string
}

/** Returns customer, severity and time of a notification, in this order. */
export function listFacts({ customer, severity, alert, at }: Notification, locale: Locale): Fact[] {
  const state = alert?.resolved ? label('resolved', locale) : label(severity, locale)
  return [
    ...(customer === null ? [] : [{ label: label('customer', locale), value: customer }]),
    { label: label('severity', locale), value: state },
    { label: label('time', locale), value: formatTime(at, locale) },
  ]
}

/** Returns the facts as lines of text, such as `Severity: warning`. */
export function listFactLines(notification: Notification, locale: Locale): string[] {
  const colon = locale === 'fr' ? '\u00a0:' : ':'
  return listFacts(notification, locale).map(({ label, value }) => `${label}${colon} ${value}`)
}

/** Returns the sentences, without a single one that only repeats the title. A longer title may be shortened where it is shown. */
export function linesBelowTitle({ title, lines }: Notification): string[] {
  return lines.length === 1 && lines[0] === title && title.length <= 150 ? [] : lines
}

/** Returns a label in the language of the channel. */
export function label(name: Label | 'resolved' | Notification['severity'], locale: Locale): string {
  return render({ code: `notification_${name}` satisfies MessageCode, params: {} }, locale)
}

/** Returns the line that states how many events a message leaves out. */
export function describeRest(more: number, locale: Locale): string {
  return render({ code: 'notification_more' satisfies MessageCode, params: { more } }, locale)
}

function formatTime(at: Date, locale: Locale): string {
  const region = locale === 'en' ? 'en-GB' : 'fr-FR'
  const format = new Intl.DateTimeFormat(region, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(at)} UTC`
}
