import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { SegmentDamaged, openSegment, sealSegment, segmentKey } from '../../../shared/search/segment.ts'

const name = { tenantId: '0190a000-0000-7000-8000-000000000001', segmentId: '0190a000-0000-7000-8000-000000000002' }
const dataKey = randomBytes(32)
const parts = [
  { bytes: Buffer.from('hostname r1\nend\n'), from: 0, to: 16, firstLine: 1 },
  { bytes: Buffer.from('a\nb\nc\n'), from: 2, to: 4, firstLine: 70_001 },
]

describe('a search segment', () => {
  it('returns its parts, and exposes nothing without the key', () => {
    const sealed = sealSegment(parts, name, dataKey)

    expect(openSegment(sealed, name, segmentKey(sealed, dataKey))).to.deep.equal(parts)
    expect(sealed.includes('hostname')).to.equal(false)
  })

  it('opens with no other key, name or tenant', () => {
    const sealed = sealSegment(parts, name, dataKey)
    const key = segmentKey(sealed, dataKey)

    expect(() => openSegment(sealed, name, segmentKey(sealed, randomBytes(32)))).to.throw(SegmentDamaged)
    expect(() => openSegment(sealed, { ...name, segmentId: name.tenantId }, key)).to.throw(SegmentDamaged)
    expect(() => openSegment(sealed, { ...name, tenantId: name.segmentId }, key)).to.throw(SegmentDamaged)
  })

  it('that was truncated or changed is rejected', () => {
    const sealed = sealSegment(parts, name, dataKey)
    const key = segmentKey(sealed, dataKey)
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at]! ^= 1
      const open = () => openSegment(changed, name, at < 40 ? segmentKey(changed, dataKey) : key)

      expect(open, `byte ${at}`).to.throw(SegmentDamaged)
      expect(() => openSegment(sealed.subarray(0, at), name, key)).to.throw(SegmentDamaged)
    }
  })
})
