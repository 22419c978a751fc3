import type { FailureCode } from '../contract/failures.ts'
import type { AdviceMessage, ExpectationMessage } from '../messages/failure.ts'
import { message } from '../messages/message.ts'
import type { NetconfExtractor } from './netconf.ts'
import { ArtifactUnavailable } from './requests.ts'
import { createXmlElements, NotWellFormed } from './xml-elements.ts'
import { attributesOf, plainText, type XmlOpen } from './xml-tokens.ts'

/** Elements that contain a configuration: with braces, as `set` commands, and as XML. */
export type JunosElement = 'configuration-text' | 'configuration-set' | 'configuration'

/** Characters stored of a text besides the configuration. */
const keptLength = 2_000

/** XML white space (1.0 §2.3). Other bytes may be parts of a character. */
const blanks = ' \t\r\n'

const byteOrderMark = '\xef\xbb\xbf'

/**
 * Extracts a configuration from a reply: `<configuration>` byte for byte, of the other two elements their text.
 * Elements are identified by local name, because prefixes and namespaces depend on the release and on `rfc-compliant`.
 * `end` throws ArtifactUnavailable in these cases: the reply contains an error (RFC 6241 §4.3, or the older
 * `xnm:error`) above a warning, it does not contain exactly one such element, or it is malformed.
 * @param messageId id of the request; a reply with another id is rejected
 */
export function createJunosReply(wanted: JunosElement, messageId?: string): NetconfExtractor {
  const reply = new JunosReply(wanted, messageId)
  return {
    push: (piece) => reply.push(piece),
    end: () => reply.end(),
    warnings: () => reply.warnings,
  }
}

class JunosReply {
  readonly warnings: string[] = []
  readonly #wanted: JunosElement
  readonly #messageId: string | undefined
  readonly #document = createXmlElements({
    open: (path, tag) => this.#open(path, tag),
    text: (path, source) => this.#addText(path, source),
    token: (_path, source) => {
      if (this.#depth > 0 && this.#wanted === 'configuration') this.#out.push(source)
    },
    close: (path) => this.#close(path),
  })
  readonly #errors: string[] = []
  #cause: Cause | undefined
  /** The first bytes, until it is known whether they are a byte order mark. */
  #head: string | undefined = ''
  #found = 0
  /** Depth of the wanted element; 0 outside of it. */
  #depth = 0
  /** Name of a configuration element in another format. */
  #other = ''
  #report: Report | undefined
  /** Text directly inside the root element. */
  #loose = ''
  #out: string[] = []
  /** White space of the wanted text, which is added if more text follows; undefined before the first text. */
  #gap: string | undefined
  /** The start of a reference that the next piece completes. */
  #reference = ''
  /** By depth of open elements: no element of a configuration contains both elements and text. */
  readonly #contents: { elements: boolean; text: boolean }[] = []

  constructor(wanted: JunosElement, messageId: string | undefined) {
    this.#wanted = wanted
    this.#messageId = messageId
  }

  push(piece: Buffer): Buffer {
    rejectMalformed('output_disturbed', () => this.#document.push(this.#withoutMark(piece.toString('latin1'))))
    return this.#flush()
  }

  end(): Buffer {
    rejectMalformed('output_truncated', () => {
      this.#document.push(this.#head ?? '')
      this.#document.end()
    })
    const text = this.#errors.find((one) => one !== '') ?? this.#errors[0] ?? /^error: (.*)/m.exec(this.#loose)?.[1]
    if (text !== undefined)
      throw new ArtifactUnavailable({ kind: 'failed', ...(this.#cause ?? codeFor(text)), seen: text })
    if (this.#found !== 1) {
      const seen = this.#found > 1 ? `${this.#found} of them` : this.#other === '' ? 'none' : `<${this.#other}>`
      const expected = message('expected_element', { element: this.#wanted })
      throw new ArtifactUnavailable({ kind: 'failed', code: 'command_refused', expected, seen })
    }
    this.#out.push('\n')
    return this.#flush()
  }

  #open(path: readonly string[], tag: XmlOpen): void {
    if (this.#depth > 0) this.#mark(path.length - 1, 'elements')
    this.#contents[path.length] = { elements: false, text: false }
    const name = localName(tag.name)
    if (path.length === 1) this.#rejectOtherReply(attributesOf(tag).get('message-id'))
    if (this.#depth > 0) {
      if (this.#wanted !== 'configuration') this.#rejectElement(name)
    } else if (name === this.#wanted) {
      this.#found += 1
      this.#depth = path.length
    } else if (/^configuration(?:-text|-set)?$/.test(name)) this.#other = name
    else if (!this.#report && /^(?:rpc-error|error|warning)$/.test(name))
      this.#report = { depth: path.length, isWarning: name === 'warning', fields: new Map() }
  }

  #addText(path: readonly string[], source: string): void {
    if (this.#depth > 0) {
      if (this.#wanted === 'configuration') {
        if (source.trim() !== '') this.#mark(path.length, 'text')
        return
      }
      if (source.startsWith('<![CDATA[')) this.#rejectElement('![CDATA[')
      this.#addPlain(source)
    } else if (this.#report) {
      const { depth, fields } = this.#report
      const name = path.length === depth ? '' : localName(path.at(-1) ?? '')
      fields.set(name, ((fields.get(name) ?? '') + source).slice(0, keptLength))
    } else if (path.length === 1) this.#loose = (this.#loose + source).slice(0, keptLength)
  }

  /** Adds text without references, trimmed: some replies have line ends and tabs at the start and end. */
  #addPlain(source: string): void {
    const text = this.#reference + source
    this.#reference = /&[^;]{0,10}$/.exec(text)?.[0] ?? ''
    const plain = unescaped(text.slice(0, text.length - this.#reference.length))
    const from = this.#gap === undefined ? (/[^ \t\r\n]/.exec(plain)?.index ?? plain.length) : 0
    let end = plain.length
    while (end > from && blanks.includes(plain.charAt(end - 1))) end -= 1
    if (end > from) {
      this.#out.push((this.#gap ?? '') + plain.slice(from, end))
      this.#gap = plain.slice(end)
    } else if (this.#gap !== undefined) this.#gap += plain
  }

  #close(path: readonly string[]): void {
    if (path.length === this.#depth) this.#depth = 0
    if (path.length !== this.#report?.depth) return
    const { text, isWarning, cause } = readReport(this.#report)
    this.#report = undefined
    if (isWarning) this.warnings.push(text)
    else {
      this.#errors.push(text)
      this.#cause ??= cause
    }
  }

  #mark(depth: number, content: 'elements' | 'text'): void {
    const contents = this.#contents[depth]
    if (!contents) return
    contents[content] = true
    if (contents.elements && contents.text) throw new NotWellFormed('words between the elements of a configuration')
  }

  #rejectOtherReply(id: string | undefined): void {
    if (this.#messageId === undefined || id === undefined || id === this.#messageId) return
    const expected = message('expected_reply', { message_id: this.#messageId })
    throw new ArtifactUnavailable({ kind: 'failed', code: 'protocol_error', expected, seen: `to ${id}` })
  }

  #rejectElement(name: string): never {
    const seen = `<${name}> inside <${this.#wanted}>`
    throw new ArtifactUnavailable({ kind: 'failed', code: 'protocol_error', expected: message('expected_text'), seen })
  }

  #withoutMark(text: string): string {
    if (this.#head === undefined) return text
    const head = this.#head + text
    // the line feed after the previous message's delimiter is not part of this one
    const from = /[^ \t\r\n]/.exec(head)?.index ?? head.length
    const isShort = head.length < from + byteOrderMark.length
    this.#head = isShort ? head : undefined
    if (isShort) return ''
    return head.startsWith(byteOrderMark, from) ? head.slice(from + byteOrderMark.length) : head
  }

  #flush(): Buffer {
    const text = this.#out.join('')
    this.#out = []
    return Buffer.from(text, 'latin1')
  }
}

/** An error or warning of the device. */
interface Report {
  depth: number
  isWarning: boolean
  /** Texts by local name of their elements; '' for text of the report itself. */
  fields: Map<string, string>
}

function readReport({ fields, isWarning }: Report): { text: string; isWarning: boolean; cause: Cause | undefined } {
  const field = (name: string) => plainText(fields.get(name) ?? '').trim()
  const severity = isWarning ? 'warning' : field('error-severity') || 'error'
  const subject = field('bad-element') || field('error-tag')
  const parts = [field('error-message') || field('message') || field(''), subject]
  return {
    text: parts.filter((part) => part !== '').join(': '),
    isWarning: severity === 'warning',
    cause: knownCause(field('error-type'), field('error-tag'), field('bad-element')),
  }
}

/** Converts NotWellFormed to ArtifactUnavailable with this code. */
function rejectMalformed(code: FailureCode, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error
    const expected = message('expected_well_formed_xml')
    throw new ArtifactUnavailable({ kind: 'failed', code, expected, seen: error.message })
  }
}

interface Cause {
  code: FailureCode
  expected?: ExpectationMessage
  advice: AdviceMessage
}

/** Returns the cause from the fields of RFC 6241 §4.3 and appendix A; undefined if only the error's text is known. */
function knownCause(type: string, tag: string, element: string): Cause | undefined {
  if (type === 'transport' || tag === 'malformed-message') {
    const advice = message('advice_junos_netconf_framing')
    return { code: 'protocol_error', expected: message('expected_reply_to_operation'), advice }
  }
  const isUnknown =
    tag === 'operation-not-supported' || (tag === 'unknown-element' && /\bget-configuration$/.test(element))
  if (!isUnknown) return undefined
  const advice = message('advice_junos_netconf_operation')
  return { code: 'command_refused', advice }
}

/** Returns the code by the text of an error, which is the same over both transports. Tags are often missing. */
function codeFor(text: string): { code: FailureCode; advice?: AdviceMessage } {
  if (/permission denied|access-denied|not authorized|authorization failed/i.test(text)) {
    return {
      code: 'privilege_insufficient',
      advice: message('advice_junos_view_configuration'),
    }
  }
  if (/database (?:is )?locked|lock-denied|database modified|in-use/i.test(text)) return { code: 'device_busy' }
  if (/syntax error|unknown command|not-supported|unknown-element|unknown-attribute|invalid/i.test(text))
    return { code: 'command_refused' }
  return { code: 'request_failed' }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** Replaces the references of XML 1.0 §4.1 with UTF-8 bytes; other references are unchanged. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x?[0-9A-Fa-f]+|lt|gt|amp|quot|apos);/g, (whole) =>
    Buffer.from(plainText(whole), 'utf8').toString('latin1'),
  )
}
