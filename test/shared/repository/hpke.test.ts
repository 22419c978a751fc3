import { randomBytes } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { expect } from 'chai'
import { generateRawKeys, hpkeOpen, hpkeOverhead, hpkeSeal } from '../../../shared/repository/hpke.ts'

/** An independent implementation of RFC 9180. */
const library = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

describe('HPKE', () => {
  for (const length of [0, 1, 32, 64, 1_000, 300_000]) {
    it(`opens what another implementation sealed, ${length} bytes`, async () => {
      const keys = generateRawKeys()
      const [plaintext, info, aad] = [randomBytes(length), `info ${length}`, randomBytes(length % 50)]

      const recipientPublicKey = await library.kem.importKey('raw', exactBytes(keys.publicKey), true)
      const sender = await library.createSenderContext({ recipientPublicKey, info: exactBytes(Buffer.from(info)) })
      const ciphertext = await sender.seal(exactBytes(plaintext), exactBytes(aad))
      const sealed = Buffer.concat([new Uint8Array(sender.enc), new Uint8Array(ciphertext)])

      expect(hpkeOpen(keys.privateKey, info, aad, sealed)?.equals(plaintext)).to.equal(true)
    })

    it(`seals what another implementation opens, ${length} bytes`, async () => {
      const keys = generateRawKeys()
      const [plaintext, info, aad] = [randomBytes(length), `info é ${length}`, randomBytes(length % 50)]

      const sealed = hpkeSeal(keys.publicKey, info, aad, plaintext)

      const recipientKey = await library.kem.importKey('raw', exactBytes(keys.privateKey), false)
      const enc = exactBytes(sealed.subarray(0, 32))
      const recipient = await library.createRecipientContext({ recipientKey, enc, info: exactBytes(Buffer.from(info)) })
      const opened = await recipient.open(exactBytes(sealed.subarray(32)), exactBytes(aad))
      expect(Buffer.from(opened).equals(plaintext)).to.equal(true)
      expect(sealed.length).to.equal(length + hpkeOverhead)
    })
  }

  it('opens and seals any number of times with the same key objects', () => {
    const keys = generateRawKeys()
    const sealed = ['first', 'second'].map((text) =>
      hpkeSeal(keys.publicKey, 'info', Buffer.alloc(0), Buffer.from(text)),
    )

    const opened = [...sealed, ...sealed].map((one) => hpkeOpen(keys.privateKey, 'info', Buffer.alloc(0), one))

    expect(opened.map(String)).to.deep.equal(['first', 'second', 'first', 'second'])
  })

  it('rejects encapsulated keys of small order', () => {
    const keys = generateRawKeys()
    const sealed = hpkeSeal(keys.publicKey, 'info', Buffer.alloc(0), Buffer.from('text'))
    const smallOrder = ['00'.repeat(32), `01${'00'.repeat(31)}`, `ecff${'ff'.repeat(29)}7f`]

    const opened = smallOrder.map((enc) =>
      hpkeOpen(keys.privateKey, 'info', Buffer.alloc(0), Buffer.concat([Buffer.from(enc, 'hex'), sealed.subarray(32)])),
    )

    expect(opened).to.deep.equal([null, null, null])
  })

  it('rejects public keys of small order', () => {
    const seal = () => hpkeSeal(Buffer.alloc(32), 'info', Buffer.alloc(0), Buffer.from('text'))

    expect(seal).to.throw()
  })
})

/** The library reads the whole ArrayBuffer of its input. */
function exactBytes(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
