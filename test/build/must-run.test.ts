import { expect } from 'chai'
import { missedOf } from '../../build/must-run.ts'

describe('the tests that CI may not skip', () => {
  const list = '# by title\n\na tree over SSH\nan agent works\n'

  it('are met when every test of a line passed', () => {
    const missed = missedOf(list, { passed: ['a tree over SSH is kept', 'an agent works'], skipped: ['a full disk'] })

    expect(missed).to.deep.equal([])
  })

  it('are missed when one of them was skipped', () => {
    const missed = missedOf(list, {
      passed: ['a tree over SSH is kept', 'an agent works'],
      skipped: ['a tree over SSH: rsync'],
    })

    expect(missed).to.deep.equal(['a tree over SSH'])
  })

  it('are missed when no test begins with the line', () => {
    const missed = missedOf(list, { passed: ['a tree over SSH is kept'], skipped: [] })

    expect(missed).to.deep.equal(['an agent works'])
  })
})
