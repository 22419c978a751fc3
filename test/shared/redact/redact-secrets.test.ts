import { expect } from 'chai'
import { redactSecrets } from '../../../shared/redact/redact-secrets.ts'

describe('secret redaction', () => {
  it('replaces every occurrence, also of secrets with pattern characters', () => {
    const blanked = redactSecrets('a-b/c.d* then a-b/c.d* and (x|y]$', ['a-b/c.d*', '(x|y]$'])

    expect(blanked).to.equal('••• then ••• and •••')
  })

  it('replaces the longer of two overlapping secrets', () => {
    expect(redactSecrets('secret-longer secret', ['secret', 'secret-longer'])).to.equal('••• •••')
  })

  it('replaces a very short secret only as a whole word', () => {
    expect(redactSecrets('abc in abcde, abc.', ['abc'])).to.equal('••• in abcde, •••.')
  })

  it('changes nothing without a secret or with an empty one', () => {
    expect(redactSecrets('all of it', [])).to.equal('all of it')
    expect(redactSecrets('all of it', [''])).to.equal('all of it')
  })

  it('finds a non-ASCII secret in bytes that a device echoed', () => {
    const sentBack = Buffer.from('Password is pässwörd!').toString('latin1')

    expect(redactSecrets(sentBack, ['pässwörd'])).to.equal('Password is •••!')
    expect(redactSecrets('pässwörd', ['pässwörd'])).to.equal('•••')
  })

  it('replaces the lines of a private key separately, and keeps its frame', () => {
    const key = '-----BEGIN KEY-----\r\nMIIBVgIBADANBgkqhkiG\r\n-----END KEY-----\r\n'

    expect(redactSecrets('error near MIIBVgIBADANBgkqhkiG', [key])).to.equal('error near •••')
    expect(redactSecrets('-----BEGIN KEY-----', [key])).to.equal('-----BEGIN KEY-----')
  })
})
