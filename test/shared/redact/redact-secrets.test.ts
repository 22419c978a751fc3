import { expect } from 'chai'
import { redactSecrets } from '../../../shared/redact/redact-secrets.ts'

describe('blanking secrets', () => {
  it('blanks every occurrence, also of secrets that mean something in a pattern', () => {
    const blanked = redactSecrets('a-b/c.d* then a-b/c.d* and (x|y]$', ['a-b/c.d*', '(x|y]$'])

    expect(blanked).to.equal('••• then ••• and •••')
  })

  it('blanks the longer of two secrets that overlap', () => {
    expect(redactSecrets('secret-longer secret', ['secret', 'secret-longer'])).to.equal('••• •••')
  })

  it('blanks a very short secret only where it stands alone', () => {
    expect(redactSecrets('abc in abcde, abc.', ['abc'])).to.equal('••• in abcde, •••.')
  })

  it('leaves a text alone when there is no secret, or an empty one', () => {
    expect(redactSecrets('all of it', [])).to.equal('all of it')
    expect(redactSecrets('all of it', [''])).to.equal('all of it')
  })

  it('finds a secret beyond ASCII in what a device sent back byte by byte', () => {
    const sentBack = Buffer.from('Password is pässwörd!').toString('latin1')

    expect(redactSecrets(sentBack, ['pässwörd'])).to.equal('Password is •••!')
    expect(redactSecrets('pässwörd', ['pässwörd'])).to.equal('•••')
  })

  it('blanks the lines of a private key one by one, and keeps its frame', () => {
    const key = '-----BEGIN KEY-----\r\nMIIBVgIBADANBgkqhkiG\r\n-----END KEY-----\r\n'

    expect(redactSecrets('error near MIIBVgIBADANBgkqhkiG', [key])).to.equal('error near •••')
    expect(redactSecrets('-----BEGIN KEY-----', [key])).to.equal('-----BEGIN KEY-----')
  })
})
