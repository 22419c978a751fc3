import { expect } from 'chai'
import { SealDamaged } from '../../../shared/repository/damaged.ts'
import { makeRepositoryKeys, openSealed, sealOverhead, sealTo } from '../../../shared/repository/seal.ts'
import { rejectionOf } from './rejection.ts'

describe('seals', () => {
  it('open only with the private key, the same purpose and the same associated data', async () => {
    const keys = await makeRepositoryKeys()
    const other = await makeRepositoryKeys()
    const sealed = await sealTo(keys.publicKey, 'purpose', 'aad', Buffer.from('content key'))

    const opened = await openSealed(keys.privateKey, 'purpose', 'aad', sealed)
    const errorPatterns = await Promise.all([
      rejectionOf(openSealed(other.privateKey, 'purpose', 'aad', sealed)),
      rejectionOf(openSealed(keys.privateKey, 'another', 'aad', sealed)),
      rejectionOf(openSealed(keys.privateKey, 'purpose', 'else', sealed)),
    ])

    expect(opened.toString()).to.equal('content key')
    expect(sealed.length).to.equal('content key'.length + sealOverhead)
    expect([keys.publicKey.length, keys.privateKey.length]).to.deep.equal([32, 32])
    for (const refusal of errorPatterns) expect(refusal).to.be.instanceOf(SealDamaged)
  })

  it('reject every flipped bit and every truncation', async () => {
    const keys = await makeRepositoryKeys()
    const sealed = await sealTo(keys.publicKey, 'purpose', 'aad', Buffer.alloc(0))

    for (let at = 0; at < sealed.length; at++) {
      for (const bit of [1, 0x80]) {
        const altered = Buffer.from(sealed)
        altered[at]! ^= bit
        expect(await rejectionOf(openSealed(keys.privateKey, 'purpose', 'aad', altered))).to.be.instanceOf(SealDamaged)
      }
      const cut = sealed.subarray(0, at)
      expect(await rejectionOf(openSealed(keys.privateKey, 'purpose', 'aad', cut))).to.be.instanceOf(SealDamaged)
    }
  })

  it('differ each time', async () => {
    const keys = await makeRepositoryKeys()

    const first = await sealTo(keys.publicKey, 'purpose', 'aad', Buffer.from('same'))
    const second = await sealTo(keys.publicKey, 'purpose', 'aad', Buffer.from('same'))

    expect(first.equals(second)).to.equal(false)
  })

  it('made by an earlier version still open', async () => {
    const sealed = Buffer.from(kept.sealed, 'hex')

    const opened = await openSealed(Buffer.from(kept.privateKey, 'hex'), 'coffer test', 'kept', sealed)

    expect(opened.toString()).to.equal('still readable')
  })
})

const kept = {
  privateKey: '88a9bf779d736abbfb511baa18a8f8d19bae768f1a0cf9f8b4960bca02273f6e',
  sealed:
    '5b7d74df149127b6c610e7c41993414c9f5b4e7c53490804a57e80336cca9512c59736ccdac68b0e3e2ebe4be240ce4ff95559adc3f3b4301d3ac1f694a1',
}
