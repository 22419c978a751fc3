import { junosSetLines } from './junos-statements.ts'
import { createXmlElements, NotWellFormed } from './xml-elements.ts'
import { plainText } from './xml-tokens.ts'

/** The last statement of a top-level section: words that one line of the set form contains, in this order. */
interface SectionEnd {
  section: string
  words: readonly string[]
}

/** An open element. */
interface Level {
  /** Its name, if it has one: `<interface><name>ge-0/0/0</name>`. */
  name: string | undefined
  text: string
  /** Whether it has elements, or a remark in place of hidden content. */
  isFilled: boolean
}

/**
 * Returns how many top-level sections of the XML form end in a statement that the set form lacks. Only names and values
 * are compared, because XML elements do not determine the words of the set form. Both are latin1.
 */
export function countMissingOfXml(set: string, xml: string): number {
  const shown = new Map<string, string[][]>()
  for (const [verb, section = '', ...words] of junosSetLines(set)) {
    if (verb !== 'set') continue
    const lines = shown.get(section)
    if (lines) lines.push(words)
    else shown.set(section, [words])
  }
  const isShown = ({ section, words }: SectionEnd) =>
    shown.get(section)?.some((line) => {
      let at = 0
      for (const word of line) if (word === words[at]) at++
      return at === words.length
    })
  return sectionEnds(xml).filter((end) => !isShown(end)).length
}

function sectionEnds(xml: string): SectionEnd[] {
  const ends = new Map<string, SectionEnd>()
  const levels: Level[] = []
  const document = createXmlElements({
    open() {
      const around = levels.at(-1)
      if (around) around.isFilled = true
      levels.push({ name: undefined, text: '', isFilled: false })
    },
    text(_path, source) {
      const level = levels.at(-1)
      if (level) level.text += source
    },
    token(_path, source) {
      const level = levels.at(-1)
      if (level && source.startsWith('<!--')) level.isFilled = true
    },
    close(path) {
      const { text, isFilled } = levels.pop() as Level
      const tag = path.at(-1) ?? ''
      if (isFilled || path.length < 3 || tag.includes(':')) return // only comments have a prefix
      const value = latin1(plainText(text.trim()))
      const isComparable = value !== '' && !/["\\\n]|\/\*/.test(value)
      const around = levels.at(-1) as Level
      if (tag === 'name' && isComparable) around.name = value
      const names = levels.flatMap(({ name }) => name ?? [])
      const own = tag === 'name' ? [] : [isComparable ? value : tag]
      const section = path[1] ?? ''
      ends.set(section, { section, words: [...names, ...own] })
    },
  })
  try {
    document.push(xml)
    document.end()
  } catch (error) {
    if (error instanceof NotWellFormed) return [] // it cannot be compared
    throw error
  }
  return [...ends.values()]
}

function latin1(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
