import { expect } from 'chai'
import type { Knex } from 'knex'
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

  it('need two round trips for devices: the caller with the customer, and the page with its transaction', async () => {
    const path = `/api/devices?tenant=${tenant.id}`
    must(await admin.get(path), 200)
    const answers = countAnswers(service.dependencies.knex)
    must(await admin.get(path), 200)

    expect(answers()).to.equal(2)
  })

  it('are as many for one device as for several', async () => {
    const path = `/api/devices?tenant=${tenant.id}`

    expect(await countStatements(`${path}&limit=1`)).to.equal(await countStatements(path))
  })
})

/** Returns the number of times that PostgreSQL has ended an answer since, over the idle connections of a pool. */
function countAnswers(knex: Knex): () => number {
  const idle: { resource: { connection: NodeJS.EventEmitter } }[] = knex.client.pool.free
  let answers = 0
  for (const { resource } of idle) resource.connection.on('readyForQuery', () => (answers += 1))
  return () => answers
}
