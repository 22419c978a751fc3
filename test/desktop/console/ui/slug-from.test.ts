import { expect } from 'chai'
import { slugFrom } from '../../../../desktop/console/ui/slug-from.ts'

describe('a short name derived from a name', () => {
  for (const [name, slug] of [
    ['Acme Networks West', 'acme-networks-west'],
    ['Hôpital Saint-Luc & Co.', 'hopital-saint-luc-co'],
    ['Gent, räck 1 ', 'gent-rack-1'],
    ['ﬁbre №5', 'fibre-no5'],
    ['  ***  ', ''],
    ['東京', ''],
    [`${'x'.repeat(62)} y`, 'x'.repeat(62)],
    [` - ${'x'.repeat(70)}`, 'x'.repeat(63)],
  ] as const) {
    it(`is valid for '${name.slice(0, 24)}'`, () => {
      expect(slugFrom(name)).to.equal(slug)
      if (slug) expect(slugFrom(name)).to.match(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
    })
  }
})
