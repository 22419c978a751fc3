import { expect } from 'chai'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'

describe('the SQL statements of a list page', () => {
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

  it('are four for devices: one for the caller and the customer, and a transaction of one', async () => {
    expect(await countStatements(`/api/devices?tenant=${tenant.id}`)).to.equal(4)
  })

  it('are as many for one device as for several', async () => {
    const path = `/api/devices?tenant=${tenant.id}`

    expect(await countStatements(`${path}&limit=1`)).to.equal(await countStatements(path))
  })
})
