import { expect } from 'chai'
import { hashPassword, isPassword, nobodysHash } from '../../../../service/domain/people/password-hash.ts'

describe('a password', () => {
  it('is known by its hash, an argon2id PHC string that is another one each time', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])

    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.to.equal(two)
    expect(await isPassword('correct horse', one)).to.equal(true)
    expect(await isPassword('correct horse ', one)).to.equal(false)
    expect(await isPassword('', one)).to.equal(false)
  })

  it('is nobody’s for an account that does not exist, and for a hash that is none', async () => {
    expect(await isPassword('anything', nobodysHash)).to.equal(false)
    expect(await isPassword('none', 'none')).to.equal(false)
  })
})
