import { expect } from 'chai'
import { readRsyncPattern } from '../../../shared/platforms/rsync-pattern.ts'

describe('an rsync pattern', () => {
  for (const { pattern, matches, not } of [
    { pattern: 'etc', matches: ['etc', '/etc', '/a/etc'], not: ['/etcx', '/xetc', '/etc/a'] },
    { pattern: 'etc/', matches: ['/etc'], not: ['/etc/a'] },
    { pattern: '*.log', matches: ['/a.log', '/b/.log'], not: ['/a.log/b', '/alog'] },
    { pattern: '/a/*', matches: ['/a/b', '/a/'], not: ['/a/b/c', '/a', '/x/a/b'] },
    { pattern: '/a/**', matches: ['/a/b', '/a/b/c'], not: ['/a'] },
    { pattern: '/a/***', matches: ['/a', '/a/b', '/a/b/c'], not: ['/ab', '/x/a'] },
    { pattern: 'a/b', matches: ['/a/b', '/x/a/b', 'a/b'], not: ['/xa/b', '/a/b/c'] },
    { pattern: 's**k', matches: ['/srv/nbk', '/srk', '/x/srv/a/nbk'], not: ['/srv/nbk/a'] },
    { pattern: '?rv', matches: ['/srv'], not: ['/rv', '/ssrv'] },
    { pattern: '[rst]rv', matches: ['/srv'], not: ['/arv'] },
    { pattern: '[!a-c]rv', matches: ['/srv'], not: ['/brv'] },
    { pattern: '[^a-c]rv', matches: ['/srv'], not: ['/brv'] },
    { pattern: '[]x]y', matches: ['/]y', '/xy'], not: ['/y'] },
    { pattern: '[[:digit:]]x', matches: [], not: ['/x'] },
    { pattern: 'a\\*b', matches: ['/a*b'], not: ['/axb'] },
    { pattern: 'a.b+(c)', matches: ['/a.b+(c)'], not: ['/axb+(c)', '/a.bb(c)'] },
    { pattern: 'a\nb*', matches: ['/a\nbc'], not: ['/ab'] },
  ]) {
    it(`${JSON.stringify(pattern)} matches what rsync matches`, () => {
      const read = readRsyncPattern(pattern)

      expect(matches.filter((text) => !read.matches(text))).to.deep.equal([])
      expect(not.filter((text) => read.matches(text))).to.deep.equal([])
    })
  }

  it('matches single names, path ends or whole paths, depending on its form', () => {
    const kinds = ['a', 'a/', 'a*', 'a/b', 'a**', '/a', '/a/b'].map(readRsyncPattern)

    expect(kinds.map(({ isName }) => isName)).to.deep.equal([true, true, true, false, false, false, false])
    expect(kinds.map(({ isWhole }) => isWhole)).to.deep.equal([false, false, false, false, false, true, true])
  })

  it('takes at most the product of both lengths in steps', () => {
    const read = readRsyncPattern(`${'*a'.repeat(200)}b`)

    expect(read.matches(`/${'a'.repeat(2000)}`)).to.equal(false)
    expect(read.stepsFor(`/${'a'.repeat(1999)}b`)).to.equal(402 * 2001)
    expect(read.stepsFor('/srv')).to.equal(1)
  })
})
