import { expect } from 'chai'
import { readCell, readList, writeCell, writeList } from '../../../shared/inventory/csv-cells.ts'

const formulas = ['=1+1', '+32 2 555', '-12', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "'=1", "''+1", '＝1', '－1']
const texts = ["O'Hara", "'quoted'", 'a=b', 'plain', '', "'", 'Gent-Oost', 'x\\y']

describe('a CSV cell', () => {
  for (const text of formulas) {
    it(`that would be a formula is escaped and read back: ${JSON.stringify(text)}`, () => {
      const cell = writeCell(text).replace(/^"(.*)"$/s, '$1')

      expect(cell).to.match(/^'/)
      expect(readCell(cell)).to.equal(text)
    })
  }

  for (const text of texts) {
    it(`that is no formula is unchanged: ${JSON.stringify(text)}`, () => {
      expect(writeCell(text)).to.equal(text)
      expect(readCell(text)).to.equal(text)
    })
  }

  it('is quoted if it has separators, quotes, line ends or outer blanks', () => {
    expect(['a,b', 'a;b', 'a\tb', 'a\nb', ' a', 'a ', 'say "x"'].map(writeCell)).to.deep.equal([
      '"a,b"',
      '"a;b"',
      '"a\tb"',
      '"a\nb"',
      '" a"',
      '"a "',
      '"say ""x"""',
    ])
  })
})

describe('a list in a CSV cell', () => {
  for (const items of [
    [],
    ['core'],
    ['core', 'edge'],
    ['a;b', 'c'],
    ['a\\', 'b'],
    ['a\\;b\\', '\\c\\d', 'e\\\\'],
    [';', '\\', '\\;\\'],
    ['*.log', '/var/\\[x\\]'],
  ]) {
    it(`is read back as written: ${JSON.stringify(items)}`, () => {
      expect(readList(writeList(items))).to.deep.equal(items)
    })
  }

  it('is read in the ways that users write it', () => {
    expect(readList(' core ; edge;;c:\\x;')).to.deep.equal(['core', 'edge', 'c:\\x'])
    expect(readList('/srv\\')).to.deep.equal(['/srv\\'])
  })
})
