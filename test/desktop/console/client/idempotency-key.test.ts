import { expect } from 'chai'
import { idempotencyKey } from '../../../../desktop/console/client/idempotency-key.ts'

describe('an idempotency key', () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!
  const real = globalThis.crypto

  afterEach(() => Object.defineProperty(globalThis, 'crypto', own))

  it('is a new UUID each time, also on a page loaded over plain HTTP', () => {
    const ofPlainHttp = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes) }
    Object.defineProperty(globalThis, 'crypto', { value: ofPlainHttp, configurable: true })

    const keys = Array.from({ length: 50 }, idempotencyKey)

    for (const key of keys)
      expect(key).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(keys).size).to.equal(50)
  })
})
