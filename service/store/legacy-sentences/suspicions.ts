import { message, type ReceivedMessage } from '../../../shared/messages/message.ts'
import { type LegacySentence, convertSentence } from './convert-sentence.ts'

/** Returns the message of a suspicion that an earlier version stored as a sentence, in a row or a manifest. */
export function convertSuspicion(sentence: string): ReceivedMessage {
  return convertSentence(sentence, sentences)
}

const sentences: LegacySentence[] = [
  [/^it shrank by more than 40 %$/, () => message('capture_shrank', { percent: 40 })],
  [/^its last section is gone or cut off$/, () => message('last_section_missing')],
  [/^it lacks the lines that end every configuration of this platform$/, () => message('closing_lines_missing')],
  [
    /^statements are missing that (?<artifact>\S+) of the same run has: (?<count>\d+)$/,
    ({ artifact = '', count }) => message('statements_missing', { artifact, count: Number(count) }),
  ],
  [
    /^it ends where (?<artifact>\S+) of the same run goes on$/,
    ({ artifact = '' }) => message('ends_before_other_artifact', { artifact }),
  ],
  [
    /^(?<count>\d+) parts? that it had are said not to be present$/,
    ({ count }) => message('members_absent', { count: Number(count) }),
  ],
  [
    /^each of its encrypted values is another, and nothing else: the master key was changed$/,
    () => message('master_key_changed'),
  ],
  [
    /^another unit answered: its serial number is (?<serial>.+), it was (?<previous>.+)$/s,
    ({ serial = '', previous = '' }) => message('serial_number_changed', { serial, previous_serial: previous }),
  ],
  [
    /^it shows (?<count>\d+) device groups, it showed (?<previous>\d+)$/,
    ({ count, previous }) => message('device_groups_fewer', { count: Number(count), previous_count: Number(previous) }),
  ],
  [/^it shows a part only, the one before did not$/, () => message('capture_partial')],
  [/^secrets are masked that the one before showed$/, () => message('secrets_masked')],
]
