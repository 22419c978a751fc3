import { expect } from 'chai'
import { hashPassword, isPassword, dummyHash } from '../../../../../service/domain/inventory/login/password-hash.ts'

describe('a password', () => {
  it('is stored as an argon2id PHC string with a unique salt', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])

    expect(one).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.to.equal(two)
    expect(await isPassword('correct horse', one)).to.equal(true)
    expect(await isPassword('correct horse ', one)).to.equal(false)
    expect(await isPassword('', one)).to.equal(false)
  })

  it('never matches for an unknown account, or an invalid hash', async () => {
    expect(await isPassword('anything', dummyHash)).to.equal(false)
    expect(await isPassword('none', 'none')).to.equal(false)
  })

  it('is compared sequentially for many requests, and rejected for too many', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 250 }, () => isPassword('x', quick)))

    const refused = answers.filter(({ status }) => status === 'rejected')
    expect(refused.length).to.be.within(40, 60)
    expect((refused[0] as PromiseRejectedResult).reason).to.include({ status: 503 })
    expect(answers.length - refused.length).to.be.greaterThan(180)
  })
})

/** The minimum parameters of argon2: 8 KiB, one pass. */
const quick = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
