import { createXmlTokens, type XmlOpen } from './xml-tokens.ts'

/**
 * Receives the events of a document as a stream. `path` contains the names of the open elements, the outermost first.
 */
export interface XmlListener {
  /** The element itself is the last of `path`. */
  open?(path: readonly string[], tag: XmlOpen): void
  /** Text and CDATA without decoding, in pieces. */
  text?(path: readonly string[], source: string): void
  /** The ending element is still the last of `path`. An empty element ends too. */
  close?(path: readonly string[]): void
  /** Every token, after `open` and before `close`. All of them in order are the document. */
  token?(path: readonly string[], source: string): void
}

/** A document that is not well-formed. The message contains names of elements, no values. */
export class NotWellFormed extends Error {
  constructor(words: string) {
    super(words)
    this.name = 'NotWellFormed'
  }
}

/** Deeper than any configuration. */
const deepest = 256

/**
 * Parses one XML document as a stream, in constant memory. `push` and `end` throw NotWellFormed for an element closed
 * by another tag or never, text outside of the root element, a second root element, and an empty document.
 */
export function createXmlElements(listener: XmlListener) {
  const path: string[] = []
  let hasRoot = false
  const tokens = createXmlTokens((token) => {
    if (token.kind === 'open') {
      if (path.length === 0 && hasRoot) throw new NotWellFormed(`a second document, <${shown(token.name)}>`)
      if (path.length >= deepest) throw new NotWellFormed(`elements ${deepest} deep`)
      hasRoot = true
      path.push(token.name)
      listener.open?.(path, token)
      listener.token?.(path, token.source)
      if (!token.isEmpty) return
      listener.close?.(path)
      path.pop()
      return
    }
    if (token.kind === 'close') {
      const open = path.at(-1)
      if (open !== token.name) {
        const within = open === undefined ? 'outside of any element' : `inside <${shown(open)}>`
        throw new NotWellFormed(`</${shown(token.name)}> ${within}`)
      }
      listener.token?.(path, token.source)
      listener.close?.(path)
      path.pop()
      return
    }
    if (token.kind !== 'other') {
      if (path.length > 0) listener.text?.(path, token.source)
      else if (token.source.trim() !== '') throw new NotWellFormed('text outside of any element')
    }
    listener.token?.(path, token.source)
  })
  return {
    push: (text: string): void => tokens.push(text),
    end(): void {
      tokens.end()
      const open = path.at(-1)
      if (open !== undefined) throw new NotWellFormed(`<${shown(open)}> is not closed`)
      if (!hasRoot) throw new NotWellFormed('no element')
    },
  }
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name
}
