import { expect } from 'chai'
import { describeFailure, describeRepeated } from '../../build/mocha-reporter.ts'

describe('the report of a failed test', () => {
  it('names the test and gives its error with the stack', () => {
    const error = Object.assign(new Error('2 rows'), { stack: 'Error: 2 rows\n    at click' })

    expect(describeFailure('a list sorts', error)).to.equal('failed: a list sorts\n  Error: 2 rows\n      at click')
    expect(describeFailure('a list sorts', undefined)).to.equal('failed: a list sorts\n  undefined')
  })

  it('gives the cause of the error', () => {
    const cause = Object.assign(new Error('closed'), { stack: 'Error: closed' })
    const error = Object.assign(new Error('fetch failed', { cause }), { stack: 'TypeError: fetch failed' })

    expect(describeFailure('a page opens', error)).to.equal(
      'failed: a page opens\n  TypeError: fetch failed\n  caused by: Error: closed',
    )
  })

  it('gives what was thrown in place of an error', () => {
    expect(describeFailure('a page opens', { status: 503 })).to.equal('failed: a page opens\n  { status: 503 }')
  })
})

describe('the report of repeated tests', () => {
  it('names each that passed in the end, with its first error, and counts them', () => {
    const errors = new Map([
      ['a page opens', 'Error: timeout\n    at click'],
      ['a list sorts', 'Error: 2 rows'],
    ])

    expect(describeRepeated(errors, ['a page opens', 'an agent works'])).to.deep.equal([
      'flaky: a page opens\n  Error: timeout\n      at click',
      'failed twice, first: a list sorts\n  Error: 2 rows',
      'flaky: 1',
    ])
  })

  it('is empty when no test was repeated', () => {
    expect(describeRepeated(new Map(), ['an agent works'])).to.deep.equal([])
  })
})
