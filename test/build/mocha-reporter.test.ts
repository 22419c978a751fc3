import { expect } from 'chai'
import { describeFailure, describeRepeated } from '../../build/mocha-reporter.ts'

describe('the report of a failed test', () => {
  it('contains the title and the error with its stack', () => {
    const error = Object.assign(new Error('2 rows'), { stack: 'Error: 2 rows\n    at click' })

    expect(describeFailure('a list sorts', error)).to.equal('failed: a list sorts\n  Error: 2 rows\n      at click')
    expect(describeFailure('a list sorts', undefined)).to.equal('failed: a list sorts\n  undefined')
  })

  it('contains the cause of the error', () => {
    const cause = Object.assign(new Error('closed'), { stack: 'Error: closed' })
    const error = Object.assign(new Error('fetch failed', { cause }), { stack: 'TypeError: fetch failed' })

    expect(describeFailure('a page opens', error)).to.equal(
      'failed: a page opens\n  TypeError: fetch failed\n  caused by: Error: closed',
    )
  })

  it('contains a thrown value that is not an error', () => {
    expect(describeFailure('a page opens', { status: 503 })).to.equal('failed: a page opens\n  { status: 503 }')
  })
})

describe('the report of repeated tests', () => {
  it('lists each test that finally passed, with its first error, and their number', () => {
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
