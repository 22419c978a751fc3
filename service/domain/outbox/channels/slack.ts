import type { Locale } from '../../../../shared/messages/create-renderer.ts'
import { shortenText } from '../../../../shared/messages/shorten-text.ts'
import type { SlackSecrets, SlackSettings } from './channel-settings.ts'
import { describeRest, label, linesBelowTitle, listFactLines } from './describe-notification.ts'
import type { Notification, Send } from './notification.ts'
import { postNotification } from './post-notification.ts'
import type { SenderDependencies } from './sender-dependencies.ts'
import { limitLines } from './shorten-text.ts'

/** Slack's limits: characters of a header and of a text, and the blocks of a message (Block Kit reference). */
const maxHeader = 150
const maxText = 3000

const marks: Record<Notification['severity'], string> = {
  info: ':information_source:',
  warning: ':warning:',
  critical: ':rotating_light:',
}

/**
 * Returns the body for an incoming webhook. Sentences and summaries are rich text, which Slack does not parse: a name
 * cannot contain a mention, a link or a format.
 */
export function buildSlackMessage(notification: Notification, locale: Locale) {
  const { title, summaries, link, severity, alert } = notification
  const mark = alert?.resolved ? ':white_check_mark:' : marks[severity]
  const facts = listFactLines(notification, locale)
  const rest = (more: number) => describeRest(more, locale)
  const shown = limitLines(linesBelowTitle(notification).map((line) => shortenText(line, 500)), fitsText, rest) // prettier-ignore
  const stated = limitLines(summaries.map((text) => shortenText(text, 1000)), fitsText, rest) // prettier-ignore
  return {
    text: `${mark} ${escapeWithin(title, 1000)}`,
    blocks: [
      { type: 'header' as const, text: { type: 'plain_text' as const, text: escapeWithin(title, maxHeader), emoji: false } },
      ...(shown.length > 0 ? [{ type: 'rich_text' as const, elements: [listOf(shown)] }] : []),
      ...(stated.length > 0 ? [{ type: 'rich_text' as const, elements: [preformatted(stated.join('\n\n'))] }] : []),
      { type: 'context' as const, elements: [markdown(`${mark} ${escapeSlack(facts.join(' · '))}`)] },
      ...(link === null ? [] : [{ type: 'section' as const, text: markdown(`<${encodeURI(link)}|${label('link', locale)}>`) }]),
    ],
  } // prettier-ignore
}

export function createSlackSender(
  dependencies: SenderDependencies,
  _settings: SlackSettings,
  { url }: SlackSecrets,
): Send {
  return (notification) => {
    const body = JSON.stringify(buildSlackMessage(notification, dependencies.locale))
    return postNotification(dependencies, { url, body })
  }
}

function fitsText(texts: readonly string[]): boolean {
  return texts.join('\n').length <= maxText
}

function listOf(lines: string[]) {
  const elements = lines.map((text) => ({ type: 'rich_text_section' as const, elements: [literal(text)] }))
  return { type: 'rich_text_list' as const, style: 'bullet' as const, elements }
}

function preformatted(text: string) {
  return { type: 'rich_text_preformatted' as const, elements: [literal(text)] }
}

function literal(text: string) {
  return { type: 'text' as const, text }
}

function markdown(text: string) {
  return { type: 'mrkdwn' as const, text: shortenText(text, maxText) }
}

/** An escaped text of at most `max` characters, which is not cut within an escape. */
function escapeWithin(text: string, max: number): string {
  let shown = shortenText(text, max)
  while (escapeSlack(shown).length > max) shown = shortenText(shown, shown.length - 1)
  return escapeSlack(shown)
}

/** The three control characters of Slack's texts. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
