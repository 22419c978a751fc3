import type { MessageOf, MessageCode, ReceivedMessage } from '../../../shared/messages/message.ts'

/** A sentence that earlier versions stored, and the message that replaces it. Groups are named. */
export type LegacySentence = [pattern: RegExp, convert: (found: Record<string, string>) => MessageOf<MessageCode>]

/**
 * Returns the message for a sentence that an earlier version stored: that of the first pattern that matches the whole
 * sentence, otherwise `legacy_text`. Only the conversion of old data may match sentences.
 */
export function convertSentence(sentence: string, known: readonly LegacySentence[]): ReceivedMessage {
  for (const [pattern, convert] of known) {
    const found = pattern.exec(sentence)
    if (found) return convert(found.groups ?? {})
  }
  return { code: 'legacy_text', params: { text: sentence } }
}
