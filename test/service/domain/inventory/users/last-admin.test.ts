import { expect } from 'chai'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'

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
})
