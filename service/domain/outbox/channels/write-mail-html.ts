import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import type { Fact } from './describe-notification.ts'
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

const font = `-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`
const mono = `ui-monospace, Menlo, Consolas, 'Liberation Mono', monospace`

/**
 * Returns the mail as HTML for light and dark clients: those that know no media query show the light colours of the
 * attributes.
 */
export function writeMailHtml(content: MailContent): string {
  const { locale, title, severity, facts, lines, summaries, link, footer } = content
  const accent = accents[severity]
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #16191d !important; }
  .card { background: #22272e !important; }
  .text { color: #e6e9ec !important; }
  .quiet { color: #a9b1ba !important; }
  .box { background: #16191d !important; color: #e6e9ec !important; }
}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #f1f3f5;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background: #f1f3f5;">
<tr><td align="center" style="padding: 24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width: 600px; background: #ffffff; border-top: 4px solid ${accent}; border-radius: 4px;">
<tr><td style="padding: 24px; font-family: ${font}; font-size: 15px; line-height: 1.5; text-align: left;">
<h1 class="text" style="margin: 0 0 16px; font-size: 19px; line-height: 1.35; color: #1c2126; overflow-wrap: anywhere;">${escapeHtml(title)}</h1>
${writeLines(lines)}${summaries.map(writeSummary).join('')}${writeFacts(facts)}${link ? writeLink(link, accent) : ''}</td></tr>
</table>
<p class="quiet" style="max-width: 600px; margin: 16px auto 0; font-family: ${font}; font-size: 12px; line-height: 1.5; color: #5c6670;">${escapeHtml(footer)}</p>
</td></tr>
</table>
</body>
</html>
`
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

function writeLink({ url, text }: { url: string; text: string }, accent: string): string {
  return `<a href="${escapeHtml(url)}" style="display: inline-block; padding: 9px 18px; background: ${accent}; color: #ffffff; font-weight: 600; text-decoration: none; border-radius: 4px;">${escapeHtml(text)}</a>\n`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}
