import { type NamedValues, type Span, readQuoted } from './quoted-values.ts'
import { type WordKind, follower, noValue, skipped, skippedWithNext } from './secret-words.ts'

/** What follows a word in a statement; for `method`, how it is written comes first. */
export type StatementKind = WordKind | 'method'

interface Token extends Span {
  text: string
}

/** Adds the value of a statement, such as `password 0 hunter2`. */
export function readStatement(line: string, from: number, kind: StatementKind, found: NamedValues): number {
  const tokens = tokensFrom(line, from)
  const value = chooseValue(tokens, kind)
  if (value === -1) return 0
  for (let at = value; at < tokens.length; at++) {
    const token = tokens[at]!
    if (at > value && follower.test(token.text)) return token.from
    const quote = line[token.from]!
    const isQuoted = quote === '"' || quote === "'"
    if (isQuoted) {
      const end = readQuoted(line, token.from, found)
      if (kind !== 'words' || found.open || at === value) return end
    } else if (token.to > token.from) found.spans.push({ from: token.from, to: token.to })
    if (kind !== 'words' || /[;{]$/.test(token.text)) return token.to
  }
  return line.length
}

/** Returns the first token that is neither a way to write a value nor a number; -1 without one. */
function chooseValue(tokens: readonly Token[], kind: StatementKind): number {
  if (kind === 'method' && !isWayToWrite(tokens[0]?.text ?? '')) return -1
  for (let at = 0; at < tokens.length && at < 12; at++) {
    const text = tokens[at]!.text
    if (kind === 'weak' && text.startsWith('-')) return -1
    const isLast = at === tokens.length - 1
    const isQuoted = /^["']/.test(text)
    if (!isQuoted && /^(?:authentication|authorization|accounting)$/i.test(text) && !isLast) {
      if (kind === 'weak') continue
      return -1
    }
    if (!isQuoted && noValue.test(text)) return isLast && kind === 'words' && at > 0 && /^[a-z]/i.test(text) ? at : -1
    if (!isQuoted && skippedWithNext.test(text) && !isLast) at++
    else if (!isQuoted && isSkipped(text, kind)) {
      if (
        isLast &&
        kind !== 'weak' &&
        kind !== 'method' &&
        !/^\d{1,3};?$/.test(text) &&
        !/^(?:none|null|[=:]|(?:aes|md5|sha|3?des|hmac|cmac).*)$/i.test(text)
      )
        return at
    } else if (!isQuoted && !isLast && isKeyword(text)) return -1
    else return at
  }
  return -1
}

/** Whether a word says how a value is written, such as the name of an algorithm. */
export function isWayToWrite(text: string): boolean {
  return skipped.test(text) && !/^(?:\d+|local|none|remote|is|type|text|value|read|write|v\dc?)$/i.test(text)
}

function isSkipped(text: string, kind: StatementKind): boolean {
  if (kind === 'weak' && /^\d{1,7};?$/.test(text)) return true
  return skipped.test(text) || /^(?:\d{1,3}\.){3}\d{1,3}(?:\/\d+)?$/.test(text) || /^\d+:\d+$/.test(text)
}

/** Whether a word is the name of a secret, and not a value that contains such a name. */
function isKeyword(text: string): boolean {
  return /^(?:key|keys|password|passwd|secret|pass-?phrase|psk|community|key-?(?:string|chain|octet-string)|authentication(?:-mode|-key)?|auth|priv|authenticator|privacy(?:-mode)?|(?:pre-shared|server|session|cipher|shared|set)-key)$/i.test(
    text,
  )
}

function tokensFrom(line: string, from: number): Token[] {
  const tokens: Token[] = []
  for (const { index, 0: text } of line.slice(from).matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|\S+/g)) {
    tokens.push({ from: from + index, to: from + index + text.length, text })
    if (tokens.length === 60) break
  }
  return tokens
}
