/** French by the service's own English; `{name}` in both stands for what the service fills a sentence with. */
export type Phrases = Readonly<Record<string, string>>

/** What one text of the service says, in French; undefined where the book has nothing for it. */
export type Phrasebook = (english: string) => string | undefined

/** What stands for a word of the service's own rather than for something that a person or a device said. */
export interface OwnWords {
  /** `{state}`, by the service's word. */
  states: Phrases
  /** `{level…}`, by the service's word. */
  levels: Phrases
  /** `{size…}` as the service writes one: `5.3 KiB`. */
  size: (english: string) => string
}

interface Sentence {
  /** What it begins with: looked at first, since a list may hold many texts. */
  start: string
  pattern: RegExp
  names: string[]
  french: string
}

/**
 * Reads books of phrases. A text may be several of them: `one; other` and `field: one` are found by their parts, where
 * what has no French stays as it is. `{why}` is looked up in turn.
 */
export function createPhrasebook(books: readonly Phrases[], own: OwnWords): Phrasebook {
  const plain = new Map<string, string>()
  const sentences: Sentence[] = []
  for (const [english, french] of books.flatMap((book) => Object.entries(book))) {
    if (/\{\w+\}/.test(english)) sentences.push(sentenceOf(english, french))
    else plain.set(english, french)
  }
  sentences.sort((one, other) => fixedLength(other) - fixedLength(one)) // what says most is meant before what says little

  function whole(text: string): string | undefined {
    const found = plain.get(text)
    if (found !== undefined) return found
    for (const { start, pattern, names, french } of sentences) {
      if (!text.startsWith(start)) continue
      const values = pattern.exec(text)?.slice(1)
      if (!values) continue
      return french.replace(/\{(\w+)\}/g, (_all, name: string) => filled(name, values[names.indexOf(name)] ?? ''))
    }
    return undefined
  }

  function filled(name: string, value: string): string {
    if (name === 'why') return inParts(value) ?? value
    if (name === 'state') return own.states[value] ?? value
    if (name.startsWith('level')) return own.levels[value] ?? value
    return name.startsWith('size') ? own.size(value) : value
  }

  function ofField(text: string): string | undefined {
    const [, field, said] = /^([a-z][\w.]*(?: and [a-z][\w.]*)?): ([^]+)$/.exec(text) ?? []
    const french = said && whole(said)
    return french && `${field?.replace(' and ', ' et ')} : ${french}`
  }

  function inParts(text: string): string | undefined {
    const one = whole(text) ?? ofField(text)
    if (one !== undefined) return one
    const parts = text.split('; ')
    const french = parts.map((part) => whole(part) ?? ofField(part))
    if (french.every((part) => part === undefined)) return undefined
    return french.map((part, at) => part ?? parts[at]).join(' ; ')
  }

  return (english) =>
    inParts(english)
      ?.replace(/ (?=[;:!?»])/g, '\u00a0')
      .replaceAll('« ', '«\u00a0')
}

function sentenceOf(english: string, french: string): Sentence {
  const parts = english.split(/\{(\w+)\}/)
  const names = parts.filter((_part, at) => at % 2 === 1)
  const source = parts
    .map((part, at) => (at % 2 === 1 ? '([^]+?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
  return { start: parts[0] ?? '', pattern: new RegExp(`^${source}$`), names, french }
}

function fixedLength({ pattern, names }: Sentence): number {
  return pattern.source.length - names.length * '([^]+?)'.length
}
