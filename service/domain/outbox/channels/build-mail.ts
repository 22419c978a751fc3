import { createHash } from 'node:crypto'
import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { render } from '../../../../shared/messages/render.ts'
import { shortenText } from '../../../../shared/messages/shorten-text.ts'
import { describeRest, label, linesBelowTitle, listFactLines, listFacts } from './describe-notification.ts'
import { type MailContent, writeMailHtml } from './write-mail-html.ts'
import type { Notification } from './notification.ts'
import { limitLines } from './shorten-text.ts'

/** A message in the form of nodemailer. Addresses are objects, which it does not parse. */
export interface Mail {
  from: { name: string; address: string }
  to: { name: string; address: string }[]
  subject: string
  text: string
  html: string
  date: Date
  messageId: string
  references?: string
  headers: Record<string, string>
}

interface MailContext {
  locale: Locale
  /** Of the Message-ID. */
  hostname: string
  from: string
  to: readonly string[]
}

const maxTextLength = 100_000

/**
 * Returns the message of a notification. Its Message-ID depends on the delivery only, so a mail client shows a repeated one
 * once; messages of one alert refer to the same thread. It contains no image and loads nothing.
 */
export function buildMail(notification: Notification, { locale, hostname, from, to }: MailContext): Mail {
  const { id, at, title, summaries, link, severity, alert } = notification
  const fits = (texts: readonly string[]) => texts.join('\n').length <= maxTextLength
  const content: MailContent = {
    locale,
    title: oneLine(title),
    severity: alert?.resolved ? 'resolved' : severity,
    facts: listFacts(notification, locale),
    lines: limitLines(linesBelowTitle(notification).map(oneLine), fits, (more) => describeRest(more, locale)),
    summaries: limitLines(summaries, fits, (more) => describeRest(more, locale)),
    link: link === null ? null : { url: link, text: label('link', locale) },
    footer: render({ code: 'notification_sent_by', params: { host: hostname } }, locale),
  }
  const domain = hostname.replace(/[^A-Za-z0-9.-]/g, '-') || 'localhost'
  return {
    from: { name: 'Coffer', address: from },
    to: to.map((address) => ({ name: '', address })),
    subject: subjectOf(content, locale),
    text: writeText(content, listFactLines(notification, locale)),
    html: writeMailHtml(content),
    date: at,
    messageId: `<${id.replace(/[^\w-]/g, '')}@${domain}>`,
    ...(alert && { references: `<alert-${hash(alert.key)}@${domain}>` }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'Content-Language': locale,
    },
  }
}

function subjectOf({ severity, title }: MailContent, locale: Locale): string {
  return shortenText(severity === 'info' ? title : `[${label(severity, locale)}] ${title}`, 200)
}

function writeText({ title, lines, summaries, link, footer }: MailContent, facts: string[]): string {
  const parts = [
    title,
    lines.map((line) => `- ${line}`).join('\n'),
    summaries.map((text) => text.replace(/^/gm, '    ')).join('\n\n'),
    facts.join('\n'),
    link ? `${link.text}\n${link.url}` : '',
    `-- \n${footer}`,
  ]
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
