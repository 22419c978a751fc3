import { maskedSecret } from './mask-secrets.ts'

/** Words after which a secret may follow, on any platform. */
const secretWords = [
  /passw(?:or)?d|pwd|pw(?![a-z])|passphrase|passcode|(?<!by)pass(?![a-z])|phash/,
  /secret|psk|token|credential|cookie|\bseed\b|authorization["']?\s*[:=]|\bbearer\b/,
  /\bkey\b(?! (?:chain|generate)\b)|[-_a-z]key(?![a-z])|\bkey[-_]|\b(?:auth|priv|ENC|pin|cipher|md5)\b/,
  /authentication-mode \S+|snmp(?:-server)? host \S+|(?:standby|vrrp|glbp) \d+ authentication/,
  /isis authentication(?! (?:mode|key-chain)\b)|ppp (?:chap|pap)\b/,
].map(({ source }) => source)
const secretWord = new RegExp([...secretWords, 'community'].join('|'), 'i')
const secretWordOfPolicy = new RegExp(secretWords.join('|'), 'i')

/** A user and a password, or a token, before the host of a URL. */
const urlCredentials = /(?<=:\/\/)\S+(?=@)/g

/** Replaces them until secret words are found. No line has it, because control characters are removed. */
const credentials = '\u0000'

/** Encrypted passwords of crypt(3), and long values in base64 or hexadecimal digits. */
const opaque = /\$\w{1,8}\$\S+|[\w+/]{32,}={0,2}/g

/** Characters that are read: more than any summary shows, and few enough for any line that a device may send. */
const maxRead = 300

/**
 * Returns the beginning of a line as a short text: without indentation, the punctuation of its format, control characters and whatever may
 * be a secret. The platform's own secrets are masked before.
 * @param isPolicy whether a community is one of a routing policy, and no secret
 */
export function readableLine(masked: string, isPolicy = false): string {
  const start = masked.trimStart().slice(0, maxRead).replace(/\p{C}/gu, ' ').trim()
  const line = withoutPunctuation(start).replaceAll(urlCredentials, credentials)
  const hidden = hideSecrets(line, isPolicy ? secretWordOfPolicy : secretWord)
  return hidden.replaceAll(credentials, maskedSecret).replaceAll(opaque, maskedSecret)
}

/** `<a>1</a>` becomes `a 1`, `"a": 1,` becomes `a 1`, and `a {` becomes `a`. */
function withoutPunctuation(line: string): string {
  const element = /^<([\w.:-]+)([^<>]*)>([^<]*)<\/[\w.:-]+>$/.exec(line)
  if (element) return `${element[1]}${element[2]} ${element[3]}`
  return line
    .replace(/[;,{[\s]+$/, '')
    .replace(/^<(.*?)\/?>$/, '$1')
    .replace(/^"([^"]+)":/, '$1')
}

/** What follows the word is masked as a whole: it may contain blanks. */
function hideSecrets(line: string, word: RegExp): string {
  const found = word.exec(line)
  if (!found) return line
  const end = found.index + found[0].length + /^[\w-]*/.exec(line.slice(found.index + found[0].length))![0].length
  return /\w/.test(line.slice(end)) ? `${line.slice(0, end)} ${maskedSecret}` : line
}

/** Returns whether the lines of a block with this title may all be secrets, such as the names of SNMP communities. */
export function isSecretTitle(title: string, isPolicy: boolean): boolean {
  return secretTitle.test(title) || (!isPolicy && /community/i.test(title))
}

const secretTitle = /secret|credential|passw(?:or)?d|psk|phash|token/i

/** Ends of blocks, which have no value. */
const blockEnd = /^(?:\W*|next|end|exit|quit)$/i

/** Returns the name of a setting without its value, or no part of a value in a list. */
export function hideValue(shown: string): string {
  const name = /^(?:(?:no|set|unset|undo|add|edit|delete) )?\S+/.exec(shown)?.[0] ?? ''
  if (name.length < shown.length) return `${name} ${maskedSecret}`
  return blockEnd.test(shown) ? shown : maskedSecret
}

/** Returns the beginning of a text that is longer than the limit, in characters. */
export function shorten(text: string, limit: number): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}
