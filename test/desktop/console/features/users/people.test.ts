import { expect } from 'chai'
import { newPassword } from '../../../../../desktop/console/features/users/new-password.ts'
import { type User, foundUsers } from '../../../../../desktop/console/features/users/user-filters.ts'

const person = (fields: Partial<User>): User => ({
  id: 'one',
  email: 'bo@example.net',
  name: 'Bo',
  role: 'tenant_operator',
  tenant_id: null,
  disabled: false,
  created_at: '2026-03-01T08:00:00Z',
  ...fields,
})

describe('the people that a list finds', () => {
  const none = { q: '', role: '', state: '' }
  const people = [
    person({ id: 'bo' }),
    person({ id: 'ada', name: 'Ada', email: 'ada@Coffer.example', role: 'platform_admin' }),
    person({ id: 'tom', name: 'Tom', email: 'tom@example.net', disabled: true }),
  ]
  const found = (filters: object) => foundUsers(people, { ...none, ...filters }).map(({ id }) => id)

  it('are all of them without a filter', () => {
    expect(found({})).to.deep.equal(['bo', 'ada', 'tom'])
  })

  it('have the text in name or e-mail, in whatever case, and never across the two', () => {
    expect(found({ q: ' COFFER.' })).to.deep.equal(['ada'])
    expect(found({ q: 'tom' })).to.deep.equal(['tom'])
    expect(found({ q: 'bobo' })).to.deep.equal([])
  })

  it('have the role, and the state', () => {
    expect(found({ role: 'tenant_operator' })).to.deep.equal(['bo', 'tom'])
    expect(found({ state: 'disabled' })).to.deep.equal(['tom'])
    expect(found({ state: 'enabled' })).to.deep.equal(['bo', 'ada'])
  })
})

describe('a password that is made for somebody', () => {
  it('has four groups of five signs that nobody takes for each other, and is another one each time', () => {
    const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
    const made = Array.from({ length: 200 }, () => newPassword(random))

    for (const password of made) expect(password).to.match(/^[a-hj-km-np-z2-9]{5}(-[a-hj-km-np-z2-9]{5}){3}$/)
    expect(new Set(made).size).to.equal(200)
  })

  it('prefers no sign: bytes that would are passed over', () => {
    let asked = 0
    const random = (length: number) => new Uint8Array(length).fill(asked++ === 0 ? 255 : 0)

    expect(newPassword(random)).to.equal('aaaaa-aaaaa-aaaaa-aaaaa')
  })
})
