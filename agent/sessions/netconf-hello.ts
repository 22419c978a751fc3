import { createXmlElements } from '../../shared/platforms/xml-elements.ts'
import { plainText } from '../../shared/platforms/xml-tokens.ts'

/** A message by the local names of its elements. */
export interface Hello {
  /** Name of the outermost element. */
  root: string
  /** Texts by element name, in document order. */
  texts: ReadonlyMap<string, readonly string[]>
}

/** Parses a hello, or another message in its place. @throws NotWellFormed */
export function readHello(text: string): Hello {
  const texts = new Map<string, string[]>()
  let root = ''
  let words = ''
  const local = (name: string | undefined) => (name ?? '').replace(/^.*:/, '')
  const document = createXmlElements({
    open(path) {
      root ||= local(path[0])
      words = ''
    },
    text: (_path, source) => void (words += source),
    close(path) {
      const name = local(path.at(-1))
      texts.set(name, [...(texts.get(name) ?? []), plainText(words).trim()])
      words = ''
    },
  })
  document.push(text)
  document.end()
  return { root, texts }
}
