import { expect } from 'chai'
import { newPassword } from '../../../../../desktop/console/features/users/new-password.ts'
import { type User, foundUsers } from '../../../../../desktop/console/features/users/user-filters.ts'

const person = (fields: Partial<User>): User => ({
  id: 'one',
  email: 'bo@example.net',
  name: 'Bo',
  role: 'tenant_operator',
  role_id: null,
  role_name: null,
  tenant_id: null,
  disabled: false,
  must_change_password: false,
  second_factors: [],
  sso: false,
  provider_name: null,
  scim_state: null,
  break_glass: false,
  created_at: '2026-03-01T08:00:00Z',
  ...fields,
})

describe('the user list', () => {
  const none = { q: '', role: '', state: '' }
  const people = [
    person({ id: 'bo' }),
    person({ id: 'ada', name: 'Ada', email: 'ada@Coffer.example', role: 'platform_admin' }),
    person({ id: 'tom', name: 'Tom', email: 'tom@example.net', disabled: true }),
  ]
  const found = (filters: object) => foundUsers(people, { ...none, ...filters }).map(({ id }) => id)

  it('contains all users without a filter', () => {
    expect(found({})).to.deep.equal(['bo', 'ada', 'tom'])
  })

  it('is filtered by text in name or e-mail, case-insensitively', () => {
    expect(found({ q: ' COFFER.' })).to.deep.equal(['ada'])
    expect(found({ q: 'tom' })).to.deep.equal(['tom'])
    expect(found({ q: 'bobo' })).to.deep.equal([])
  })

  it('is filtered by role and state', () => {
    expect(found({ role: 'tenant_operator' })).to.deep.equal(['bo', 'tom'])
    expect(found({ state: 'disabled' })).to.deep.equal(['tom'])
    expect(found({ state: 'enabled' })).to.deep.equal(['bo', 'ada'])
  })
})

describe('a generated password', () => {
  it('has four groups of five unambiguous characters, and differs each time', () => {
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const made = Array.from({ length: 200 }, () => newPassword(random))

    for (const password of made) expect(password).to.match(/^[a-hj-km-np-z2-9]{5}(-[a-hj-km-np-z2-9]{5}){3}$/)
    expect(new Set(made).size).to.equal(200)
  })

  it('uses all characters with equal probability, skipping biased bytes', () => {
    let asked = 0
    const random = (length: number) => new Uint8Array(length).fill(asked++ === 0 ? 255 : 0)

    expect(newPassword(random)).to.equal('aaaaa-aaaaa-aaaaa-aaaaa')
  })
})
