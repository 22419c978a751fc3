import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { listConsoleMessages } from '../../../support/console-messages.ts'

const guide = path.join(import.meta.dirname, '../../../../docs/console-development.md')

/** A line of the guide's table: what a thing is called in both languages, and by what words it is not called. */
interface Term {
  english: string
  french: string
  not: string[]
}

describe('the vocabulary of the console', () => {
  it('is defined by a table of the guide', () => {
    expect(termsOf(fs.readFileSync(guide, 'utf8')).length).to.be.greaterThan(10)
  })

  it('is used in every text of both languages', async () => {
    const not = termsOf(fs.readFileSync(guide, 'utf8')).flatMap((term) => term.not)
    const said = await listConsoleMessages()

    const wrong = not.flatMap((word) =>
      said.flatMap(({ where, en, fr }) =>
        [en, fr].filter((text) => has(text, word)).map((text) => `${where}: ${text}`),
      ),
    )

    expect(wrong).to.deep.equal([])
  })
})

function has(text: string, word: string): boolean {
  return new RegExp(`(?<![\\p{L}’'-])${word}(?![\\p{L}-])`, 'iu').test(text)
}

function termsOf(markdown: string): Term[] {
  const [, table = ''] = markdown.split(/^\| English\b/m)
  return table
    .split('\n')
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells, at, all) => all.slice(0, at + 1).every((line) => line.length > 3))
    .map(([, english = '', french = '', not = '']) => ({
      english,
      french,
      not: not.split(',').flatMap((word) => word.trim() || []),
    }))
}
