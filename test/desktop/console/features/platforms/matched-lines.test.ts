import { expect } from 'chai'
import { matchedLines } from '../../../../../desktop/console/features/platforms/matched-lines.ts'
import { valueLines } from '../../../../../desktop/console/features/platforms/value-lines.ts'

describe('the lines of a transcript', () => {
  it('have the rules that match them, and the tone of the most important one', () => {
    const match = (rule: 'fact' | 'error' | 'prompt', lines: number[]) => ({ rule, lines, pattern: 'x', count: 1 })

    const lines = matchedLines({
      transcript: 'hostname a\n\nunknown command',
      matches: [match('fact', [1, 3]), match('error', [3]), match('error', [3]), match('prompt', [9])],
    })

    expect(lines).to.deep.equal([
      { number: 1, text: 'hostname a', rules: ['fact'], tone: 'good' },
      { number: 2, text: '', rules: [] },
      { number: 3, text: 'unknown command', rules: ['fact', 'error'], tone: 'bad' },
    ])
    expect(matchedLines({ transcript: '', matches: [] })).to.deep.equal([])
  })
})

describe('the value of a proposed rule', () => {
  it('is shown without the escapes of JSON, one line for each key or item', () => {
    expect(valueLines('"exit"')).to.deep.equal(['exit'])
    expect(valueLines('["^a\\\\.b","c"]')).to.deep.equal(['^a\\.b', 'c'])
    expect(valueLines('{"commands":["show config"],"required":true}')).to.deep.equal([
      'commands: show config',
      'required: true',
    ])
    expect(valueLines('[{"seen":"^Press","key":"\\r"}]')).to.deep.equal(['{"seen":"^Press","key":"\\r"}'])
  })
})
