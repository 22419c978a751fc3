import { expect } from 'chai'
import { fillFilter } from '../../../../../service/domain/inventory/directory/fill-filter.ts'
import { isDisabledEntry } from '../../../../../service/domain/inventory/directory/is-disabled-entry.ts'

const now = new Date('2030-06-15T12:00:00Z')

describe('an entry of a directory', () => {
  const isDisabled = (attributes: Record<string, string | undefined>) =>
    isDisabledEntry((name) => attributes[name], now)

  it('is disabled, locked or expired by the attributes of common directories', () => {
    const disabled: Record<string, string>[] = [
      { userAccountControl: '514' },
      { pwdAccountLockedTime: '000001010000Z' },
      { nsAccountLock: 'TRUE' },
      { shadowExpire: '1' },
      { accountExpires: '133497216000000000' }, // 2024
    ]

    expect(disabled.map(isDisabled)).to.deep.equal(disabled.map(() => true))
  })

  it('is usable otherwise', () => {
    const usable: Record<string, string>[] = [
      {},
      { userAccountControl: '512' },
      { nsAccountLock: 'FALSE' },
      { shadowExpire: '-1' },
      { shadowExpire: '25000' },
      { accountExpires: '0' },
      { accountExpires: '9223372036854775807' },
      { accountExpires: '138914400000000000' }, // 2041
    ]

    expect(usable.map(isDisabled)).to.deep.equal(usable.map(() => false))
  })
})

describe('a filter', () => {
  it('contains values with special characters escaped (RFC 4515)', () => {
    expect(fillFilter('(uid={login})', { login: 'a*(b)\\c\0é' })).to.equal('(uid=a\\2a\\28b\\29\\5cc\\00é)')
  })

  it('contains a value once, even if it looks like a placeholder', () => {
    expect(fillFilter('(|(uid={user})(mail={login}))', { user: '{login}', login: 'x' })).to.equal(
      '(|(uid={login})(mail=x))',
    )
  })
})
