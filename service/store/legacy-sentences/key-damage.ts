import { message, type ReceivedMessage } from '../../../shared/messages/message.ts'
import { type LegacySentence, convertSentence } from './convert-sentence.ts'

/** Returns the faults that an earlier version stored as sentences separated by semicolons. */
export function convertKeyDamage(text: string): ReceivedMessage[] {
  return text.split(separator).map((sentence) => convertSentence(sentence, sentences))
}

/** One of the sentences contains a semicolon itself. */
const separator = /(?<!keys do not open); /

const sentences: LegacySentence[] = [
  [
    /^in the database, the customer’s keys do not open; (?<object>\S+) (?<result>does|does not either)$/,
    ({ object = '', result }) =>
      message('keys_do_not_open', { object, stored: result === 'does' ? 'opens' : 'does_not_open' }),
  ],
  [/^(?<object>\S+) holds other bytes$/, ({ object = '' }) => message('key_object_differs', { object })],
  [/^(?<object>\S+) is missing$/, ({ object = '' }) => message('key_object_missing', { object })],
  [/^(?<object>\S+) is unreadable$/, ({ object = '' }) => message('key_object_unreadable', { object })],
  [/^(?<object>\S+) is not what it was$/, ({ object = '' }) => message('former_keys_changed', { object })],
  [
    /^(?<object>\S+) does not open: it was altered, or is damaged$/,
    ({ object = '' }) => message('key_object_does_not_open', { object }),
  ],
]
