import { expect } from 'chai'
import { fittingColumns, nextSort, sizedColumns, windowOf } from '../../../../desktop/console/ui/list-columns.ts'
import { sizeIn } from '../../../../desktop/console/ui/useSizeText.ts'

describe('a console list', () => {
  it('draws the visible rows and a few around them, however many exist', () => {
    expect(windowOf({ top: 0, height: 380, rowHeight: 38, count: 100_000 })).to.deep.equal({ first: 0, last: 22 })
    expect(windowOf({ top: 1_900_000, height: 380, rowHeight: 38, count: 100_000 })).to.deep.equal({ first: 49_988, last: 50_022 }) // prettier-ignore
    expect(windowOf({ top: 9_000, height: 380, rowHeight: 38, count: 3 })).to.deep.equal({ first: 3, last: 3 })
  })

  it('sorts by a column’s default order first, then reversed', () => {
    expect([nextSort('name', { by: 'name' }), nextSort('-name', { by: 'name' })]).to.deep.equal(['-name', 'name'])
    expect(nextSort('name', { by: 'created_at', down: true })).to.equal('-created_at')
  })

  it('omits secondary columns that do not fit, the last first, and never another column', () => {
    const columns = [
      { key: 'name', width: 'minmax(100px, 2fr)' },
      { key: 'site', width: '80px', secondary: true },
      { key: 'tags', secondary: true },
      { key: 'why', width: '160px' },
    ]
    const keysIn = (width: number) => fittingColumns(columns, width).map(({ key }) => key)

    expect(keysIn(460)).to.deep.equal(['name', 'site', 'tags', 'why'])
    expect(keysIn(459)).to.deep.equal(['name', 'site', 'why'])
    expect(keysIn(100)).to.deep.equal(['name', 'why'])
  })

  it('gives columns the widths that the user set, within its own width, and ignores invalid stored values', () => {
    const columns = [{ key: 'name', width: 'minmax(100px, 2fr)' }, { key: 'site' }]
    const widthsWith = (stored: unknown, available = 900) =>
      sizedColumns(columns, stored as Record<string, unknown>, available).map(({ width }) => width)

    expect(widthsWith({ name: 64.5, site: 5_000 })).to.deep.equal(['64.5px', '900px'])
    expect(widthsWith({ name: 5_000 }, Infinity)).to.deep.equal(['1200px', undefined])
    expect(widthsWith({ name: 100 }, -20)).to.deep.equal(['48px', undefined])
    const invalid = [NaN, -1, 0, 47, null, true, '', '100', '1px; color: red', [100], {}]
    for (const value of invalid)
      expect(widthsWith({ name: value, site: value })).to.deep.equal(['minmax(100px, 2fr)', undefined])
    for (const stored of ['wide', 7, [], { other: 100 }])
      expect(widthsWith(stored)).to.deep.equal(['minmax(100px, 2fr)', undefined])
  })
})

describe('a size', () => {
  it('is shown with at most three digits', () => {
    const sizes = [0, 1023, 1024, 1_500_000, 150 * 1024 ** 2, 3 * 1024 ** 5]

    expect(sizes.map((bytes) => Object.values(sizeIn(bytes)).join(' '))).to.deep.equal([
      '0 b',
      '1023 b',
      '1 kib',
      '1.43 mib',
      '150 mib',
      '3072 tib', // prettier-ignore
    ])
  })
})
