import { expect } from 'chai'
import { readCell, readList, writeCell, writeList } from '../../../shared/inventory/csv-cells.ts'

const formulas = ['=1+1', '+32 2 555', '-12', '@SUM(A1)', '\t=1', '\r=1', '\n=1', "'=1", "''+1", '＝1', '－1']
const texts = ["O'Hara", "'quoted'", 'a=b', 'plain', '', "'", 'Gent-Oost', 'x\\y']

describe('a cell of a table', () => {
  for (const text of formulas) {
    it(`that a spreadsheet would run is written so that it does not, and read back: ${JSON.stringify(text)}`, () => {
      const cell = writeCell(text).replace(/^"(.*)"$/s, '$1')

      expect(cell).to.match(/^'/)
      expect(readCell(cell)).to.equal(text)
    })
  }

  for (const text of texts) {
    it(`is left as it is where nobody takes it for a formula: ${JSON.stringify(text)}`, () => {
      expect(writeCell(text)).to.equal(text)
      expect(readCell(text)).to.equal(text)
    })
  }

  it('is quoted where separators, quotes, line ends or blanks at its ends are in it', () => {
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

describe('a list in one cell', () => {
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
    it(`is read back as it was written: ${JSON.stringify(items)}`, () => {
      expect(readList(writeList(items))).to.deep.equal(items)
    })
  }

  it('is read as people write it', () => {
    expect(readList(' core ; edge;;c:\\x;')).to.deep.equal(['core', 'edge', 'c:\\x'])
    expect(readList('/srv\\')).to.deep.equal(['/srv\\'])
  })
})
