import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { shortenText } from '../../../../shared/messages/shorten-text.ts'
import type { MattermostSecrets, MattermostSettings } from './channel-settings.ts'
import { describeRest, linesBelowTitle, listFacts } from './describe-notification.ts'
import type { Notification, Send } from './notification.ts'
import { postNotification } from './post-notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'
import { limitLines } from './shorten-text.ts'

/** Mattermost stores up to 16383 characters of a post. */
const maxText = 6000

const colors: Record<Notification['severity'], string> = { info: '#2d7fd1', warning: '#c77800', critical: '#c62828' }
const resolvedColor = '#2e7d32'

/** Returns the body for an incoming webhook: a message attachment. Names cannot mention users or format the text. */
export function buildMattermostMessage(notification: Notification, { channel }: MattermostSettings, locale: Locale) {
  const { title, summaries, link, severity, alert } = notification
  const rest = (more: number) => describeRest(more, locale)
  const fits = (texts: readonly string[]) => texts.join('\n').length <= maxText
  const shown = limitLines(linesBelowTitle(notification).map((line) => `- ${escapeMarkdown(shortenText(line, 500))}`), fits, rest) // prettier-ignore
  const stated = limitLines(summaries.map((text) => fence(shortenText(text, 1000))), fits, rest) // prettier-ignore
  const attachment = {
    fallback: shortenText(title, 250),
    color: alert?.resolved ? resolvedColor : colors[severity],
    title: escapeMarkdown(shortenText(title, 250)),
    ...(link !== null && { title_link: link }),
    text: [...shown, ...stated].join('\n'),
    fields: listFacts(notification, locale).map(({ label, value }) => {
      return { short: true, title: label, value: escapeMarkdown(value) }
    }),
  }
  return { ...(channel !== null && { channel }), attachments: [attachment] }
}

export function createMattermostSender(
  dependencies: SenderDependencies,
  settings: MattermostSettings,
  { url }: MattermostSecrets,
): Send {
  return (notification) => {
    const body = JSON.stringify(buildMattermostMessage(notification, settings, dependencies.locale))
    return postNotification(dependencies, { url, body })
  }
}

/** A word joiner after `@` and `:` prevents mentions and emoji, which a backslash does not. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+!~|<>]/g, '\\$&').replace(/[@:](?=\w)/g, '$&\u2060')
}

function fence(text: string): string {
  return `\`\`\`\n${text.replaceAll('```', '`\u2060``').replaceAll('@', '@\u2060')}\n\`\`\``
}
