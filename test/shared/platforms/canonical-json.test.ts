import { expect } from 'chai'
import { canonicalJson } from '../../../shared/platforms/canonical-json.ts'

describe('canonical JSON', () => {
  it('is independent of the order of members and named entries', () => {
    const one = { b: 1, a: { z: [{ name: 'x', mtu: 1 }, { name: 'y' }], y: null } }
    const other = { a: { y: null, z: [{ name: 'y' }, { mtu: 1, name: 'x' }] }, b: 1 }

    expect(canonicalJson(one)).to.equal(canonicalJson(other))
  })

  it('sorts numbered entries numerically', () => {
    expect(JSON.parse(canonicalJson([{ id: 10 }, { id: 9 }]))).to.deep.equal([{ id: 9 }, { id: 10 }])
  })

  for (const [kind, list] of [
    ['values', ['b', 'a']],
    ['entries without a name', [{ mtu: 2 }, { mtu: 1 }]],
    [
      'entries of one name',
      [
        { name: 'x', mtu: 2 },
        { name: 'x', mtu: 1 },
      ],
    ],
    ['entries of which one has no name', [{ name: 'y' }, { mtu: 1 }, { name: 'x' }]],
  ] as const) {
    it(`keeps the order of ${kind}, which may be significant`, () => {
      expect(JSON.parse(canonicalJson(list))).to.deep.equal(list)
    })
  }

  it('distinguishes all other values, and loses none', () => {
    const value = JSON.parse('{"__proto__": {"a": 1}, "empty": [null], "n": 1.5, "t": true, "s": "é\\n"}') as unknown

    expect(JSON.parse(canonicalJson(value))).to.deep.equal(value)
    expect(canonicalJson({ a: 1 })).to.not.equal(canonicalJson({ a: '1' }))
  })
})
