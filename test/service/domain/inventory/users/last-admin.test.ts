import { expect } from 'chai'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'
import { aTenantProvider } from '../../../../support/single-sign-on.ts'

describe('the last platform_admin', () => {
  let service: TestService
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())

  async function anAdmin(): Promise<{ client: Client; id: string }> {
    const client = await service.as('platform_admin')
    return { client, id: must(await client.get('/api/auth/me'), 200).id }
  }

  const isIn = async ({ client }: { client: Client }) => (await client.get('/api/auth/me')).status === 200

  const ways: [string, (by: Client, id: string) => Promise<{ status: number }>][] = [
    ['deleted', (by, id) => by.delete(`/api/users/${id}`)],
    ['disabled', (by, id) => by.patch(`/api/users/${id}`, { disabled: true })],
    ['demoted', (by, id) => by.patch(`/api/users/${id}`, { role: 'platform_operator' })],
  ]
  for (const [what, take] of ways) {
    it(`remains when two are concurrently ${what} by each other`, async () => {
      let first = await anAdmin()
      const others = must(await first.client.get('/api/users?limit=1000'), 200)
      for (const { id } of others) if (id !== first.id) must(await first.client.delete(`/api/users/${id}`), 200)
      for (let round = 0; round < 20; round++) {
        const second = await anAdmin()
        const answers = await Promise.all([take(first.client, second.id), take(second.client, first.id)])

        const left = [await isIn(first), await isIn(second)]
        expect(left).to.have.members([true, false])
        for (const { status } of answers) expect(status).to.be.oneOf([200, 204, 401, 403, 404, 409])
        if (!left[0]) first = second
      }
    })
  }

  it('remains as a break-glass account when two lose the mark at once', async () => {
    const admin = await service.as('platform_admin')
    const [first, second] = [await anAdmin(), await anAdmin()]
    const mark = (id: string, isMarked: boolean) => admin.patch(`/api/users/${id}`, { break_glass: isMarked })
    for (const { id } of [first, second]) must(await mark(id, true), 200)
    const mappings = [{ claim: 'groups', value: 'operators', role: 'platform_operator' }]
    const provider = { ...aTenantProvider({ slug: 'any' }), email_domains: [], role_mappings: mappings, required: true }
    must(await admin.put('/api/identity-provider', provider), 200)

    const answers = []
    for (let round = 0; round < 5; round++) {
      answers.push(...(await Promise.all([mark(first.id, false), mark(second.id, false)])))
      for (const { id } of [first, second]) must(await mark(id, true), 200)
    }

    const codes = answers.map(({ status, body }) => (status === 200 ? 'removed' : body.code)).sort()
    expect(codes).to.deep.equal([
      ...Array<string>(5).fill('break_glass_user_missing'),
      ...Array<string>(5).fill('removed'),
    ])
  })
})
