import type { Locale } from '../../../../shared/messages/create-renderer.ts'

/** A mail in HTML: a card on a page, with a line below it. */
export interface MailPage {
  locale: Locale
  title: string
  /** Of the line at the top of the card, as `#rrggbb`. */
  accent: string
  /** HTML of the card. */
  body: string
  footer: string
  /** Of the card, in pixels. */
  maxWidth: number
  /** Rules for dark clients of further classes, one in each line. */
  darkStyles?: string
}

export const mailFont = `-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`

/**
 * Returns the mail as HTML for light and dark clients: those that know no media query show the light colours of the
 * attributes. In the body, the classes `text`, `quiet` and `box` have the colours of the theme.
 */
export function writeMailPage({ locale, title, accent, body, footer, maxWidth, darkStyles = '' }: MailPage): string {
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
${darkStyles}}
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #f1f3f5;">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background: #f1f3f5;">
<tr><td align="center" style="padding: 24px 12px;">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width: ${maxWidth}px; background: #ffffff; border-top: 4px solid ${accent}; border-radius: 4px;">
<tr><td style="padding: 24px; font-family: ${mailFont}; font-size: 15px; line-height: 1.5; text-align: left;">
${body}</td></tr>
</table>
<p class="quiet" style="max-width: ${maxWidth}px; margin: 16px auto 0; font-family: ${mailFont}; font-size: 12px; line-height: 1.5; color: #5c6670;">${escapeHtml(footer)}</p>
</td></tr>
</table>
</body>
</html>
`
}

/** Returns a link that looks like a button. */
export function writeMailButton({ url, text }: { url: string; text: string }, accent: string): string {
  return `<a href="${escapeHtml(url)}" style="display: inline-block; padding: 9px 18px; background: ${accent}; color: #ffffff; font-weight: 600; text-decoration: none; border-radius: 4px;">${escapeHtml(text)}</a>\n`
}

/** Returns a text for HTML and its attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`)
}
