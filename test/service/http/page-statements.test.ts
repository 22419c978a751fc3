import { expect } from 'chai'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'

describe('a page of a list', () => {
  let service: TestService
  let tenant: Awaited<ReturnType<TestService['hasTenant']>>
  let admin: Client

  before(async () => {
    service = await startTestService()
    tenant = await service.hasTenant()
    admin = await service.as('platform_admin')
    for (let count = 0; count < 5; count += 1) await tenant.hasDevice()
  })
  after(() => service.close())

  /** Counts the statements of a page once the caller's read is in the audit log. */
  async function countStatements(path: string): Promise<number> {
    const { knex } = service.dependencies
    must(await admin.get(path), 200)
    let statements = 0
    const count = () => (statements += 1)
    knex.on('query', count)
    must(await admin.get(path), 200)
    knex.off('query', count)
    return statements
  }

  it('of devices takes five statements: who asks, whether the customer is there, and a transaction of one', async () => {
    expect(await countStatements(`/api/devices?tenant=${tenant.id}`)).to.equal(5)
  })

  it('of devices takes as many for one as for several', async () => {
    const path = `/api/devices?tenant=${tenant.id}`

    expect(await countStatements(`${path}&limit=1`)).to.equal(await countStatements(path))
  })
})
