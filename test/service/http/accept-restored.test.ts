import { expect } from 'chai'
import { findDoubt, markRestored } from '../../../service/domain/dump/mark-restored.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('the mark of a database that was put back', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService()
    customer = await service.hasCustomer('acme')
    await service.hasCustomer('other')
    admin = await service.as('platform_admin')
    const now = service.pieces.now()
    await inScope(service.pieces.knex, { kind: 'platform' }, (trx) => markRestored({ trx, now }, now))
  })
  after(() => service.close())

  const doubt = () => inScope(service.pieces.knex, { kind: 'platform' }, findDoubt)
  const purge = (body: object) => admin.post(`/api/storage/purge?tenant=${customer.id}`, { confirm: 'acme', ...body })

  it('stays when the purge of one customer does not say that it is about all of them', async () => {
    expect((await purge({ accept_restored: true })).status).to.equal(422)
    expect(must(await purge({}), 202).restored_mark_cleared).to.equal(false)
    expect(await doubt()).to.match(/restored/)
  })

  it('goes for the whole installation by that name, and the answer and the audit say so', async () => {
    expect(must(await purge({ accept_restored: 'all-customers' }), 202).restored_mark_cleared).to.equal(true)
    expect(await doubt()).to.equal(null)
    const audit = must(await admin.get('/api/audit?action=storage.accept_restored'), 200) as {
      tenant_id: string | null
    }[]
    expect(audit.map(({ tenant_id }) => tenant_id)).to.deep.equal([null])

    expect(must(await purge({ accept_restored: 'all-customers' }), 202).restored_mark_cleared).to.equal(false)
  })
})
