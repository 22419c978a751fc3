import { expect } from 'chai'
import { chunkIdAt, chunkIdOf, isChunkId } from '../../../shared/repository/chunk-id.ts'
import { createFingerprint, fingerprintOf } from '../../../shared/repository/fingerprint.ts'

describe('chunk ids and fingerprints', () => {
  it('name a chunk by HMAC-SHA-256 (RFC 4231, test case 2)', () => {
    const id = chunkIdOf(Buffer.from('Jefe'), Buffer.from('what do ya want for nothing?'))

    expect(id).to.equal('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843')
    expect(isChunkId(id)).to.equal(true)
    expect(chunkIdAt(Buffer.from(`ff${id}`, 'hex'), 1)).to.equal(id)
  })

  it('differ between tenants for the same content', () => {
    const content = Buffer.from('enable secret 9')

    expect(chunkIdOf(Buffer.alloc(32, 1), content)).not.to.equal(chunkIdOf(Buffer.alloc(32, 2), content))
  })

  it('reject anything else as an id', () => {
    const lookalikes = ['', 'a'.repeat(63), 'A'.repeat(64), 'g'.repeat(64), `${'a'.repeat(64)}\n`, 5, null, undefined]

    expect(lookalikes.filter(isChunkId)).to.deep.equal([])
  })

  it('never coincide, and do not depend on how a text is split', () => {
    const key = Buffer.alloc(32, 1)
    const streamed = createFingerprint(key)

    streamed.push(Buffer.from('host'))
    streamed.push(Buffer.from('name a\n'))

    expect(streamed.end()).to.equal(fingerprintOf(key, Buffer.from('hostname a\n')))
    expect(fingerprintOf(key, Buffer.from('hostname a\n'))).not.to.equal(chunkIdOf(key, Buffer.from('hostname a\n')))
  })
})
