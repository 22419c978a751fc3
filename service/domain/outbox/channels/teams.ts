import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { shortenText } from '../../../../shared/messages/shorten-text.ts'
import type { TeamsSecrets, TeamsSettings } from './channel-settings.ts'
import { describeRest, label, linesBelowTitle, listFacts } from './describe-notification.ts'
import type { Notification, Send } from './notification.ts'
import { postNotification } from './post-notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'
import { limitLines } from './shorten-text.ts'

/** Teams rejects a message of more than 28 KB; the rest is for the envelope. */
const maxTextBytes = 20 * 1024

const colors = { info: 'default', warning: 'warning', critical: 'attention' } as const

/**
 * Returns the body for a workflow: a message with an Adaptive Card of version 1.4. Texts are text runs, which Teams does not
 * parse as Markdown.
 */
export function buildTeamsMessage(notification: Notification, locale: Locale) {
  const { title, summaries, link, severity, alert } = notification
  const rest = (more: number) => describeRest(more, locale)
  const fits = (texts: readonly string[]) => Buffer.byteLength(JSON.stringify(texts)) <= maxTextBytes / 2
  const heading = { ...textRun(shortenText(title, 250)), weight: 'bolder', size: 'medium', color: alert?.resolved ? 'good' : colors[severity] } // prettier-ignore
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: shortenText(title, 250),
    msteams: { width: 'Full' },
    body: [
      richText([heading]),
      { type: 'FactSet', facts: listFacts(notification, locale).map(({ label, value }) => ({ title: label, value: escapeMarkdown(value) })) }, // prettier-ignore
      ...limitLines(linesBelowTitle(notification).map((line) => shortenText(line, 1000)), fits, rest).map((line) => richText([textRun(line)])), // prettier-ignore
      ...limitLines(summaries.map((text) => shortenText(text, 2000)), fits, rest).map(summaryBox), // prettier-ignore
    ],
    ...(link !== null && { actions: [{ type: 'Action.OpenUrl', title: label('link', locale), url: link }] }),
  }
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }
  return { type: 'message', attachments: [attachment] }
}

export function createTeamsSender(
  dependencies: SenderDependencies,
  _settings: TeamsSettings,
  { url }: TeamsSecrets,
): Send {
  return (notification) => {
    const body = JSON.stringify(buildTeamsMessage(notification, dependencies.locale))
    return postNotification(dependencies, { url, body })
  }
}

function textRun(text: string) {
  return { type: 'TextRun', text }
}

function richText(inlines: object[]) {
  return { type: 'RichTextBlock', inlines }
}

function summaryBox(text: string) {
  const items = text.split('\n').map((line) => {
    return { ...richText([{ ...textRun(line), fontType: 'monospace', size: 'small' }]), spacing: 'none' }
  })
  return { type: 'Container', style: 'emphasis', items }
}

/** Facts are parsed as Markdown. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]()<>#~|]/g, '\\$&')
}
