import { expect } from 'chai'
import { findStaleReason, markRestored } from '../../../service/domain/kernel/installation/restore-marker.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('the restore marker of the database', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant('acme')
    await service.hasTenant('other')
    admin = await service.as('platform_admin')
    const now = service.dependencies.now()
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => markRestored({ trx, now }, now))
  })
  after(() => service.close())

  const doubt = () => inScope(service.dependencies.knex, { kind: 'platform' }, findStaleReason)
  const purge = (body: object) => admin.post(`/api/storage/purge?tenant=${customer.id}`, { confirm: 'acme', ...body })

  it('is acknowledged in a purge only with the tenant’s slug as confirmation', async () => {
    for (const confirm of ['other', 'acme-2']) expect((await purge({ confirm })).status, confirm).to.equal(422)

    const runs = must(await admin.get(`/api/policy-runs?tenant=${customer.id}`), 200)
    expect(runs.filter(({ kind }: { kind: string }) => kind === 'storage_purge')).to.deep.equal([])
  })

  it('stays if the purge of one tenant does not mention all tenants', async () => {
    expect((await purge({ accept_restored: true })).status).to.equal(422)
    expect(must(await purge({}), 202).restored_mark_cleared).to.equal(false)
    expect(await doubt()).to.include({ code: 'database_restored' })
  })

  it('is shown, and acknowledged separately by an administrator with the password', async () => {
    const operator = await service.as('platform_operator')
    const shown = must(await admin.get('/api/storage/restored'), 200)
    const refused = await operator.delete('/api/storage/restored')
    const stillMarked = await doubt()
    const cleared = must(await admin.delete('/api/storage/restored'), 200)
    const again = must(await admin.delete('/api/storage/restored'), 200)
    const [record] = must(await admin.get('/api/audit?action=storage.accept_restored&outcome=done&sort=ts'), 200)
    const unmarked = await doubt()
    const now = service.dependencies.now()
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => markRestored({ trx, now }, now))

    expect(shown).to.include({ restored: true, dump_taken_at: now.toISOString() })
    expect([refused.status, refused.body.missing]).to.deep.equal([403, 'purge:force'])
    expect(stillMarked).to.include({ code: 'database_restored' })
    expect([cleared, unmarked]).to.deep.equal([shown, null])
    expect(again).to.deep.equal({ restored: false, at: null, dump_taken_at: null })
    expect(record).to.deep.include({ tenant_id: null, object: 'database' })
  })

  it('is cleared for the whole installation by its own confirmation, as response and audit say', async () => {
    expect(must(await purge({ accept_restored: 'all-customers' }), 202).restored_mark_cleared).to.equal(true)
    expect(await doubt()).to.equal(null)
    const audit = must(await admin.get('/api/audit?action=storage.accept_restored&outcome=done'), 200) as {
      tenant_id: string | null
    }[]
    expect(new Set(audit.map(({ tenant_id }) => tenant_id))).to.deep.equal(new Set([null]))

    expect(must(await purge({ accept_restored: 'all-customers' }), 202).restored_mark_cleared).to.equal(false)
  })
})
