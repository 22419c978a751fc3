import { expect } from 'chai'
import { checkNewPassword } from '../../../../../service/domain/inventory/passwords/check-new-password.ts'
import { hasPasswordLength } from '../../../../../service/domain/inventory/passwords/password-length.ts'

const owner = { email: 'ada.lovelace@example.net', name: 'Ada Lovelace' }

describe('the rules of a new password', () => {
  for (const [password, refusal] of [
    ['correct horse battery', null],
    ['Кошка гуляет сама по себе', null],
    ['ada.lovelace@example.net', 'password_of_names'],
    ['Lovelace-Lovelace-2026', 'password_of_names'],
    ['COFFERcoffer-2026!', 'password_of_names'],
    ['coffer of the old lighthouse', null],
    ['aaaaaaaaaaaaaaaa', 'password_repeats'],
    ['abcabcabcabcabcabc', 'password_repeats'],
    ['known from a breach', 'password_breached'],
  ] as const) {
    it(`${refusal ? 'reject' : 'accept'} “${password}”`, async () => {
      const breached = { contains: async (asked: string) => asked === 'known from a breach' }

      expect(await checkNewPassword(password, owner, breached)).to.equal(refusal)
    })
  }

  it('count characters, not bytes or UTF-16 units', () => {
    expect(hasPasswordLength('🔑'.repeat(14))).to.equal(false)
    expect(hasPasswordLength('é'.repeat(15))).to.equal(true)
    expect(hasPasswordLength('x'.repeat(1_025))).to.equal(false)
  })
})
