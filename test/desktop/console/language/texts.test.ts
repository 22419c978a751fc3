import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import type { Messages, MessageCatalogue } from '../../../../desktop/console/language/define-messages.ts'

const room = path.join(import.meta.dirname, '../../../../desktop/console')

describe('the texts of the console', () => {
  for (const file of fs.readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(isCatalogue)) {
    it(`have the same keys and parameters in both languages: ${file}`, async () => {
      const module = (await import(pathToFileURL(path.join(room, file)).href)) as Record<string, MessageCatalogue>
      const all = Object.values(module).filter((one) => typeof one === 'object' && 'fr' in one)

      const wrong = all.flatMap(({ en, fr }) => differences(textsOf(en), textsOf(fr)))

      expect(all.length).to.be.above(0)
      expect(wrong).to.deep.equal([])
      expect(all.flatMap(({ fr }) => [...textsOf(fr)].filter(([, text]) => isUnparted(text)))).to.deep.equal([])
      expect(all.flatMap(({ en, fr }) => [...textsOf(en), ...textsOf(fr)].filter(lacksForms))).to.deep.equal([])
      expect(
        all.flatMap(({ feature, en }) => [...textsOf(en).keys()].filter((key) => !isNamed(key, feature))),
      ).to.deep.equal([])
    })
  }

  it('contain every slot that a template fills', async () => {
    const files = fs.readdirSync(room, { recursive: true, encoding: 'utf8' }).filter(isCatalogue)
    const modules = await Promise.all(files.map((file) => import(pathToFileURL(path.join(room, file)).href)))
    const all = modules
      .flatMap((module: Record<string, MessageCatalogue>) => Object.values(module))
      .filter((one) => one.feature)
    const known = new Set(all.flatMap(({ feature, en }) => [...textsOf(en).keys()].map((key) => `${feature}.${key}`)))

    const named = [...sources.matchAll(/keypath="([\w.]+)"/g)].map(([, key = '']) => key)

    expect(named).not.to.be.empty
    expect(named.filter((key) => !known.has(key))).to.deep.equal([])
    expect(new Set(all.map(({ feature }) => feature)).size, 'features of their own name').to.equal(all.length)
  })
})

/** All sources except the catalogues: they name keys, whole or by how they begin and end. */
const sources = fs
  .readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(ts|vue)$/.test(file) && !isCatalogue(file))
  .map((file) => fs.readFileSync(path.join(room, file), 'utf8'))
  .join('\n')
const whole = new Set([...sources.matchAll(/['"`.]([\w.:-]+)['"`]/g)].map(([, key = '']) => key))
const parts = [...sources.matchAll(/`([\w-]+\.[\w.-]*)\$\{[^`]*?\}([\w.-]*)`/g)]

function isNamed(key: string, feature: string): boolean {
  return (
    whole.has(key) ||
    whole.has(`${feature}.${key}`) ||
    /^(name|title|about|[a-z]+:[a-z]+$)/.test(key) ||
    parts.some(([, start = '', end = '']) => key.startsWith(start) && key.endsWith(end))
  )
}

/** Signs that French text has a no-break space before, except in device output. */
function isUnparted(text: string): boolean {
  return /[^\s(«±][;:!?»](?!\S)/.test(text.replace(/\{'[^']*'\}|SHA256:|Key Data:/g, ''))
}

/** One of them is not many; what is never one, or is counted from above, needs no form for it. */
function lacksForms([, text]: readonly [string, string]): boolean {
  if (
    text.includes('|') ||
    /\b(more than|plus de|latest|les|agents (are|sont)|or more|ou plus|équipements|lignes égales)\b/i.test(text)
  ) {
    return false
  }
  return /\{n\} [a-zé]+s\b/.test(text)
}

function isCatalogue(file: string): boolean {
  return (
    /(^|[\\/-])messages\.ts$/.test(file) && fs.readFileSync(path.join(room, file), 'utf8').includes("defineMessages('")
  )
}

function textsOf(messages: Messages, above = ''): Map<string, string> {
  return new Map(
    Object.entries(messages).flatMap(([key, value]) =>
      typeof value === 'string' ? [[above + key, value] as const] : [...textsOf(value, `${above}${key}.`)],
    ),
  )
}

/** The keys themselves are held equal by the types. */
function differences(en: Map<string, string>, fr: Map<string, string>): string[] {
  return [...en].flatMap(([key, english]) => {
    const french = fr.get(key) ?? ''
    if ((english === '') !== (french === '')) return [`${key}: one is empty`]
    if (formsOf(english) !== formsOf(french)) return [`${key}: other forms of a count`]
    if (namesOf(english) !== namesOf(french)) return [`${key}: {${namesOf(english)}} or {${namesOf(french)}}`]
    return french.replace(/\{'[^']*'\}/g, '').includes("'") ? [`${key}: an apostrophe of programs`] : []
  })
}

function formsOf(text: string): number {
  return text.replace(/\{'\|'\}/g, '').split('|').length
}

function namesOf(text: string): string {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort().join()
}
