import { expect } from 'chai'
import { freeBytes } from '../../../shared/repository/free-bytes.ts'

describe('freed bytes', () => {
  it('release their whole memory at once', () => {
    const bytes = Buffer.allocUnsafeSlow(100_000)
    const poolLength = Buffer.allocUnsafeSlow(Buffer.poolSize)

    freeBytes(bytes.subarray(10, 20))
    freeBytes(poolLength)

    expect([bytes.buffer.byteLength, poolLength.buffer.byteLength]).to.deep.equal([0, 0])
  })

  it('leave memory that Node shares between short Buffers', () => {
    const [one, other] = [Buffer.from('one'), Buffer.from('other')]

    freeBytes(one)

    expect(other.toString()).to.equal('other')
  })
})
