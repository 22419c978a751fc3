import fs from 'node:fs'
import { expect } from 'chai'
import { listConsoleMessages } from '../support/console-messages.ts'

describe('docs/first-hour.md', () => {
  it('shows in bold only texts that the console shows', async () => {
    const texts = (await listConsoleMessages()).flatMap(({ en }) => en.split(' | ')).map(toPattern)
    const labels = [...fs.readFileSync('docs/first-hour.md', 'utf8').matchAll(/\*\*([^*]+)\*\*/g)].map(
      ([, label = '']) => label.replace(/\s+/g, ' '),
    )

    expect(labels.length).to.be.above(30)
    expect(labels.filter((label) => !texts.some((text) => text.test(label)))).to.deep.equal([])
  })
})

/** A text of the console, with any value in place of `{name}`. A text that is only a value matches nothing. */
function toPattern(text: string): RegExp {
  const [first = '', ...others] = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const isOnlyValue = [first, ...others].join('').trim().length < 3
  return isOnlyValue ? /(?!)/ : new RegExp(`^${[first, ...others].join('.+')}$`)
}
