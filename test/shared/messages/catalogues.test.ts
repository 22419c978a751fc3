import fs from 'node:fs'
import path from 'node:path'
import { TYPE, type MessageFormatElement, parse } from '@formatjs/icu-messageformat-parser'
import { expect } from 'chai'
import { codes } from '../../../shared/messages/codes.ts'
import { english } from '../../../shared/messages/en/catalogue.ts'
import { french } from '../../../shared/messages/fr/catalogue.ts'

/** The names of the parameters that a sentence writes or chooses by. */
function parametersIn(elements: MessageFormatElement[]): string[] {
  return elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return parametersIn(element.children)
    const nested =
      element.type === TYPE.plural || element.type === TYPE.select
        ? Object.values(element.options).flatMap((option) => parametersIn(option.value))
        : []
    return [element.value, ...nested]
  })
}

describe('the message catalogues', () => {
  it('have each code in one group only', () => {
    const folder = path.join(import.meta.dirname, '../../../shared/messages/en')
    const groups = fs.readdirSync(folder).filter((file) => file.endsWith('.json'))
    const all = groups.flatMap((file) => Object.keys(JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))))

    expect(all.filter((code, at) => all.indexOf(code) < at)).to.deep.equal([])
    expect(all.length).to.equal(Object.keys(codes).length)
  })

  for (const [language, catalogue] of Object.entries({ en: english, fr: french })) {
    it(`have one sentence for each code in ${language}`, () => {
      expect(Object.keys(catalogue).sort()).to.deep.equal(Object.keys(codes).sort())
    })

    it(`use the parameters of each code, and no others, in ${language}`, () => {
      for (const [code, kinds] of Object.entries(codes)) {
        const sentence = catalogue[code as keyof typeof codes]
        const unknown = parametersIn(parse(sentence, { ignoreTag: true })).filter((name) => !Object.hasOwn(kinds, name))

        expect(unknown, `${code}: ${sentence}`).to.deep.equal([])
      }
    })
  }

  it('use every parameter of the English sentence in French too', () => {
    for (const code of Object.keys(codes) as (keyof typeof codes)[]) {
      const [inEnglish, inFrench] = [english, french].map((catalogue) =>
        [...new Set(parametersIn(parse(catalogue[code], { ignoreTag: true })))].sort(),
      )

      expect(inFrench, code).to.deep.equal(inEnglish)
    }
  })

  it('follow French typography: curved apostrophes, and no-break spaces before double punctuation', () => {
    for (const [code, sentence] of Object.entries(french)) {
      expect(sentence.replace(/\{[^{}]*\}/g, ''), code).not.to.match(/[a-z]'[a-zéè]| [;:!?»]|« /)
    }
  })
})
