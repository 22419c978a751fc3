import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import type { Fact } from './describe-notification.ts'
import { escapeHtml, writeMailButton, writeMailPage } from './mail-page.ts'
import type { Notification } from './notification.ts'

/** The texts of a mail, in the language of the channel. */
export interface MailContent {
  locale: Locale
  title: string
  severity: Notification['severity'] | 'resolved'
  facts: Fact[]
  lines: string[]
  summaries: string[]
  link: { url: string; text: string } | null
  footer: string
}

const accents: Record<MailContent['severity'], string> = {
  info: '#2468c0',
  warning: '#9a5b00',
  critical: '#c62828',
  resolved: '#2e7d32',
}

const mono = `ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace`

/** Returns the mail of a notification as HTML. */
export function writeMailHtml(content: MailContent): string {
  const { locale, title, severity, facts, lines, summaries, link, footer } = content
  const accent = accents[severity]
  const body = `<h1 class="text" style="margin: 0 0 16px; font-size: 19px; line-height: 1.35; color: #1c2126; overflow-wrap: anywhere;">${escapeHtml(title)}</h1>
${writeLines(lines)}${summaries.map(writeSummary).join('')}${writeFacts(facts)}${link ? writeMailButton(link, accent) : ''}`
  return writeMailPage({ locale, title, accent, body, footer, maxWidth: 600 })
}

function writeLines(lines: string[]): string {
  if (lines.length === 0) return ''
  const items = lines.map((line) => `<li style="margin: 0 0 6px; overflow-wrap: anywhere;">${escapeHtml(line)}</li>`)
  return `<ul class="text" style="margin: 0 0 16px; padding: 0 0 0 20px; color: #1c2126;">${items.join('\n')}</ul>\n`
}

function writeSummary(text: string): string {
  return `<pre class="box" style="margin: 0 0 16px; padding: 12px; background: #f1f3f5; color: #1c2126; border-radius: 4px; font-family: ${mono}; font-size: 13px; line-height: 1.45; white-space: pre-wrap; overflow-wrap: anywhere;">${escapeHtml(text)}</pre>\n`
}

function writeFacts(facts: Fact[]): string {
  const rows = facts.map(({ label, value }) => {
    const name = `<th class="quiet" scope="row" style="padding: 2px 16px 2px 0; font-weight: normal; text-align: left; vertical-align: top; white-space: nowrap; color: #5c6670;">${escapeHtml(label)}</th>`
    return `<tr>${name}<td class="text" style="padding: 2px 0; color: #1c2126; overflow-wrap: anywhere;">${escapeHtml(value)}</td></tr>`
  })
  return `<table cellpadding="0" cellspacing="0" style="margin: 0 0 20px; font-size: 14px; line-height: 1.5; border-collapse: collapse;">${rows.join('\n')}</table>\n`
}
