import { expect } from 'chai'
import ssh2 from 'ssh2'
import { generateKeyPair } from '../../../../../desktop/console/features/credentials/generate-key-pair.ts'

describe('a generated key pair', () => {
  it('is read by SSH, and the public key belongs to the private one', async () => {
    for (const comment of ['', 'backup', 'à sauvegarder']) {
      const { privateKey, publicKey } = await generateKeyPair(comment)
      const key = ssh2.utils.parseKey(privateKey)
      const known = ssh2.utils.parseKey(publicKey)
      if (key instanceof Error || known instanceof Error) throw new Error('not read')

      const message = Buffer.from('challenge')
      const signature = key.sign(message)
      if (signature instanceof Error) throw signature
      expect(known.verify(message, signature)).to.equal(true)
      expect(key.type).to.equal('ssh-ed25519')
      expect(publicKey.endsWith(comment)).to.equal(true)
    }
  })

  it('differs each time', async () => {
    const [one, other] = await Promise.all([generateKeyPair('a'), generateKeyPair('a')])

    expect(one.publicKey).not.to.equal(other.publicKey)
  })
})
