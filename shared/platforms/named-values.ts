import { type NamedValues, type Span, constant, endOfQuoted, readQuoted } from './quoted-values.ts'
import { type WordKind, readWord, secretPart } from './secret-words.ts'
import { type StatementKind, isWayToWrite, readStatement } from './statement-values.ts'

/** Characters of a word on each side of the part that names a secret. */
const maxWord = 64

/** Lines with words for people, in which a secret is named only by a clear statement. */
const forPeople = /^\s*(?:set \S.{0,200} )?"?(?:description|remark|comment|alias|title|summary|name)"?:?\s/i

/** BGP communities, which are no secrets. */
const routeCommunity =
  /(?:\b(?:set|match|send|from|then|bgp|ip|extended|large|expanded|standard|policy-options)[ -]|<from>|<then>)community$/i

/**
 * Returns the values after words that name secrets. In doubt, the rest of the line is a value.
 * @param from position of the first character that is read
 */
export function findNamedValues(line: string, from = 0): NamedValues {
  const found: NamedValues = { spans: [], open: null }
  let after = from
  for (const { index, 0: part } of line.matchAll(secretPart)) {
    if (index < after) continue
    const word = wordAt(line, index, index + part.length)
    const text = line.slice(word.from, word.to)
    const kind = readWord(text)
    if (!kind) {
      after = word.to
      continue
    }
    const end = readValue(line, word, kind, found)
    after = Math.max(word.to, end)
    if (found.open) break
  }
  return found
}

function wordAt(line: string, start: number, end: number): Span {
  let [from, to] = [start, end]
  while (from > 0 && start - from < maxWord && /[\w.-]/.test(line[from - 1]!)) from--
  while (to < line.length && to - end < maxWord && /[\w-]/.test(line[to]!)) to++
  return { from, to }
}

/** Adds the value of a word and returns its end; 0 without one. */
function readValue(line: string, word: Span, kind: WordKind, found: NamedValues): number {
  const before = line[word.from - 1]
  if (
    before === '<' ||
    (before === ':' && /<[\w.-]{1,64}:$/.test(line.slice(Math.max(0, word.from - 70), word.from)))
  ) {
    return readElement(line, word, found)
  }
  if (before === '/') return 0
  const separator = /^(?:\\?["'])?[ \t]{0,8}[:=](?![:=])[ \t]{0,8}/.exec(line.slice(word.to, word.to + 24))?.[0]
  if (separator !== undefined) return readAssigned(line, word.to + separator.length, { kind, separator }, found)
  const blank = /^["']?[ \t]+/.exec(line.slice(word.to))?.[0]
  if (blank === undefined || !mayPrecede(line, word)) return 0
  return readStatement(line, word.to + blank.length, kindOfStatement(line.slice(word.from, word.to), kind), found)
}

/** The way in which some words are followed by a value depends on how it is written: `auth md5 KEY`. */
function kindOfStatement(word: string, kind: WordKind): StatementKind {
  return /^(?:auth|priv|.*-mode)$/i.test(word) ? 'method' : kind
}

/** Whether a value may follow the word after a blank: names in capitals and route communities have none. */
function mayPrecede(line: string, { from, to }: Span): boolean {
  const text = line.slice(from, to)
  if (/^[A-Z0-9_.-]{3,}$|^cookie$/.test(text) || /[=,]/.test(line[from - 1] ?? '')) return false
  if (
    /community$/i.test(text) &&
    (routeCommunity.test(line.slice(Math.max(0, from - 40), to)) ||
      /community-list/.test(line.slice(Math.max(0, from - 200), from)))
  )
    return false
  if (!forPeople.test(line)) return true
  return (
    /^(?:passw(?:or)?d|pwd|secret|psk|passphrase|pw|community)$/i.test(text) &&
    /^\s+(?:is\s|\S*\d)/.test(line.slice(to))
  )
}

function readElement(line: string, word: Span, found: NamedValues): number {
  const name = line.slice(word.from, word.to)
  if (/^(?:auth|priv|pin|keys)$/i.test(name)) return 0
  const tag = /^[^<>]{0,500}>/.exec(line.slice(word.to, word.to + 501))?.[0]
  if (tag === undefined || tag.endsWith('/>') || /^[\w.:]/.test(tag)) return 0
  return maskElement(line, word.to + tag.length, name, found)
}

/** Adds the texts of an element up to its end, which is in a later line if it is not in this one. */
export function maskElement(line: string, from: number, name: string, found: NamedValues): number {
  const close = line.indexOf(`</`, from) === -1 ? -1 : findClose(line, from, name)
  const end = close === -1 ? line.length : close
  for (const { index, 0: text } of line
    .slice(from, end)
    .matchAll(/(?:^|>)(?:<!\[CDATA\[)?([^<>]+)|<!\[CDATA\[(.{1,100000}?)(?:\]\]>|$)/g)) {
    const value = /^(?:>)?(?:<!\[CDATA\[)?/.exec(text)![0].length
    const content = text.slice(value).replace(/(?:\]\])?>?$/, '')
    const start = from + index + value
    if (content.trim() !== '' && !constant.test(content.trim()))
      found.spans.push({ from: start, to: start + content.length })
  }
  if (close === -1) found.open = { kind: 'element', name }
  return end
}

function findClose(line: string, from: number, name: string): number {
  for (let at = line.indexOf('</', from); at !== -1; at = line.indexOf('</', at + 2)) {
    const rest = line.slice(at + 2, at + 2 + 2 * maxWord)
    const local = /^(?:[\w.-]+:)?([\w.-]+)/.exec(rest)?.[1]
    if (local !== undefined && (local === name || local.endsWith(name))) return at
  }
  return -1
}

function readAssigned(
  line: string,
  from: number,
  { kind, separator }: { kind: WordKind; separator: string },
  found: NamedValues,
): number {
  const first = line[from]
  if (first === undefined) {
    if (/^["']/.test(separator)) found.open = { kind: 'members', depth: 0 }
    return from
  }
  if ((first === '{' || first === '[') && /^["']/.test(separator)) return maskMembers(line, from, 0, found)
  const escaped = line.startsWith('\\"', from)
  if (escaped) return readUntil(line, from + 2, '\\"', found)
  if (first === '"' || first === "'") return readQuoted(line, from, found)
  if (/[ \t]$/.test(separator) && kind === 'words' && !/^["']/.test(separator))
    return readStatement(line, from, kind, found)
  const value = /^[^\s,;&"'{}[\]()<>]+/.exec(line.slice(from))?.[0] ?? ''
  if (!constant.test(value) && !(kind === 'weak' && isWayToWrite(value)))
    found.spans.push({ from, to: from + value.length })
  return from + value.length
}

function readUntil(line: string, from: number, mark: string, found: NamedValues): number {
  const end = line.indexOf(mark, from)
  const to = end === -1 ? line.length : end
  if (!constant.test(line.slice(from, to))) found.spans.push({ from, to })
  return to
}

/** Adds the values of members within brackets, but not their names. */
export function maskMembers(line: string, from: number, openBrackets: number, found: NamedValues): number {
  let depth = openBrackets
  let at = from
  while (at < line.length) {
    const character = line[at]!
    if (character === '"') {
      const end = endOfQuoted(line, at + 1, '"')
      const to = end === -1 ? line.length : end
      const isName = /^"\s*:/.test(line.slice(to, to + 8))
      if (!isName && !constant.test(line.slice(at + 1, to))) found.spans.push({ from: at + 1, to })
      at = to + 1
      if (!isName && depth === 0) return at
      continue
    }
    if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth <= 0) return at + 1
    } else if (depth === 0 && !/[\s:,]/.test(character)) return at
    at++
  }
  found.open = { kind: 'members', depth }
  return at
}
