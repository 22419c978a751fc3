import type { FailureCode } from '../contract/failures.ts'
import type { AdviceMessage, ExpectationMessage } from '../messages/failure.ts'
import { message } from '../messages/message.ts'
import type { NetconfTaker } from './netconf.ts'
import { ArtifactUnavailable } from './requests.ts'
import { createXmlElements, NotWellFormed } from './xml-elements.ts'
import { attributesOf, plainText } from './xml-tokens.ts'

/** The elements that hold a configuration: with braces, as commands, and itself. */
export type JunosElement = 'configuration-text' | 'configuration-set' | 'configuration'

/** Of what stands beside the configuration so much is held. */
const heldLength = 2_000

/** What is white in XML (1.0 §2.3); other bytes may be parts of a character. */
const blanks = ' \t\r\n'

const byteOrderMark = '\xef\xbb\xbf'

/**
 * Takes a configuration out of a reply, which is read to its end: `<configuration>` as it stands, byte for byte, of the
 * two others the text in them. Elements are known by their local names, because their prefixes and namespaces change with
 * the release and with `rfc-compliant`. `end` throws when the device complains anywhere in it (RFC 6241 §4.3, or the
 * older `xnm:error`) with more than a warning, when there is no such element, or more than one.
 * @param messageId the one that is answered; a reply that names another is refused
 */
export function createJunosReply(wanted: JunosElement, messageId?: string): NetconfTaker {
  const complaints: string[] = []
  let cause: Cause | undefined
  const warnings: string[] = []
  let head: string | undefined = '' // the first bytes, until it is known whether they are a byte order mark
  let found = 0
  let inside = 0 // how deep the element that is wanted stands
  let other = ''
  let complaint: { depth: number; isWarning: boolean; fields: Map<string, string> } | undefined
  let loose = ''
  let out: string[] = []
  let gap: string | undefined // white space that more text has to follow; undefined before the first
  let reference = ''

  /** By the depth of an open element: a configuration has none that holds both elements and words. */
  const holds: { elements: boolean; words: boolean }[] = []

  const document = createXmlElements({
    open(path, tag) {
      if (inside > 0) mark(path.length - 1, 'elements')
      holds[path.length] = { elements: false, words: false }
      const name = local(tag.name)
      if (path.length === 1) refuseStranger(attributesOf(tag).get('message-id'))
      if (inside > 0) return wanted === 'configuration' ? undefined : refuseElement(name)
      if (name === wanted) {
        found += 1
        inside = path.length
      } else if (/^configuration(?:-text|-set)?$/.test(name)) other = name
      else if (!complaint && /^(?:rpc-error|error|warning)$/.test(name)) {
        complaint = { depth: path.length, isWarning: name === 'warning', fields: new Map() }
      }
    },
    text(path, source) {
      if (inside > 0) {
        if (wanted !== 'configuration') take(source)
        else if (source.trim() !== '') mark(path.length, 'words')
      } else if (complaint) {
        const name = path.length === complaint.depth ? '' : local(path.at(-1) ?? '')
        const before = complaint.fields.get(name) ?? ''
        complaint.fields.set(name, (before + source).slice(0, heldLength))
      } else if (path.length === 1) loose = (loose + source).slice(0, heldLength)
    },
    token(_path, source) {
      if (inside > 0 && wanted === 'configuration') out.push(source)
    },
    close(path) {
      if (path.length === inside) inside = 0
      if (path.length !== complaint?.depth) return
      const { fields, isWarning } = complaint
      const field = (name: string) => plainText(fields.get(name) ?? '').trim()
      const severity = isWarning ? 'warning' : field('error-severity') || 'error'
      const subject = field('bad-element') || field('error-tag')
      const words = [field('error-message') || field('message') || field(''), subject].filter((part) => part !== '')
      if (severity === 'warning') warnings.push(words.join(': '))
      else {
        complaints.push(words.join(': '))
        cause ??= causeOf(field('error-type'), field('error-tag'), field('bad-element'))
      }
      complaint = undefined
    },
  })

  function mark(depth: number, what: 'elements' | 'words'): void {
    const element = holds[depth]
    if (!element) return
    element[what] = true
    if (element.elements && element.words) throw new NotWellFormed('words between the elements of a configuration')
  }

  function refuseStranger(id: string | undefined): void {
    if (messageId === undefined || id === undefined || id === messageId) return
    throw new ArtifactUnavailable({
      is: 'failed',
      code: 'protocol_error',
      expected: message('expected_reply', { message_id: messageId }),
      seen: `to ${id}`,
    })
  }

  function refuseElement(name: string): never {
    throw new ArtifactUnavailable({
      is: 'failed',
      code: 'protocol_error',
      expected: message('expected_text'),
      seen: `<${name}> inside <${wanted}>`,
    })
  }

  /** The ends are trimmed: some replies have line ends and tabs there. */
  function take(source: string): void {
    if (source.startsWith('<![CDATA[')) refuseElement('![CDATA[')
    const text = reference + source
    reference = /&[^;]{0,10}$/.exec(text)?.[0] ?? ''
    const plain = unescaped(text.slice(0, text.length - reference.length))
    const from = gap === undefined ? (/[^ \t\r\n]/.exec(plain)?.index ?? plain.length) : 0
    let end = plain.length
    while (end > from && blanks.includes(plain.charAt(end - 1))) end -= 1
    if (end > from) {
      out.push((gap ?? '') + plain.slice(from, end))
      gap = plain.slice(end)
    } else if (gap !== undefined) gap += plain
  }

  /** What is not well-formed at its end is cut, elsewhere something came between. */
  function read(code: FailureCode, work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof NotWellFormed)) throw error
      throw new ArtifactUnavailable({
        is: 'failed',
        code,
        expected: message('expected_well_formed_xml'),
        seen: error.message,
      })
    }
  }

  function withoutMark(text: string): string {
    if (head === undefined) return text
    head += text
    // the line feed behind the delimiter of the message before is no part of this one
    const from = /[^ \t\r\n]/.exec(head)?.index ?? head.length
    if (head.length < from + byteOrderMark.length) return ''
    const rest = head.startsWith(byteOrderMark, from) ? head.slice(from + byteOrderMark.length) : head
    head = undefined
    return rest
  }

  function flush(): Buffer {
    const text = out.join('')
    out = []
    return Buffer.from(text, 'latin1')
  }

  return {
    push(piece) {
      read('output_disturbed', () => document.push(withoutMark(piece.toString('latin1'))))
      return flush()
    },
    end() {
      read('output_truncated', () => {
        document.push(head ?? '')
        document.end()
      })
      const words = complaints.find((said) => said !== '') ?? complaints[0] ?? /^error: (.*)/m.exec(loose)?.[1]
      if (words !== undefined)
        throw new ArtifactUnavailable({ is: 'failed', ...(cause ?? codeFor(words)), seen: words })
      if (found !== 1) {
        const seen = found > 1 ? `${found} of them` : other === '' ? 'none' : `<${other}>`
        throw new ArtifactUnavailable({
          is: 'failed',
          code: 'command_refused',
          expected: message('expected_element', { element: wanted }),
          seen,
        })
      }
      out.push('\n')
      return flush()
    },
    warnings: () => warnings,
  }
}

interface Cause {
  code: FailureCode
  expected?: ExpectationMessage
  advice: AdviceMessage
}

/** What RFC 6241 §4.3 and appendix A say of an error, where that is more than its words. */
function causeOf(type: string, tag: string, element: string): Cause | undefined {
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

/** The words are the same over both paths; tags are often missing. */
function codeFor(words: string): { code: FailureCode; advice?: AdviceMessage } {
  if (/permission denied|access-denied|not authorized|authorization failed/i.test(words)) {
    return {
      code: 'privilege_insufficient',
      advice: message('advice_junos_view_configuration'),
    }
  }
  if (/database (?:is )?locked|lock-denied|database modified|in-use/i.test(words)) return { code: 'device_busy' }
  if (/syntax error|unknown command|not-supported|unknown-element|unknown-attribute|invalid/i.test(words))
    return { code: 'command_refused' }
  return { code: 'request_failed' }
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The references of XML 1.0 §4.1 as the bytes of their characters in UTF-8; others stay. */
function unescaped(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x?[0-9A-Fa-f]+|lt|gt|amp|quot|apos);/g, (whole) =>
    Buffer.from(plainText(whole), 'utf8').toString('latin1'),
  )
}
