import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { type ObjectStore, StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { TenantKey } from '../../../../../service/store/models/tenant-key.ts'
import { Tenant } from '../../../../../service/store/models/tenant.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'

describe('a new tenant', () => {
  let service: TestService
  let admin: Client
  let isStoreAway = false
  before(async () => {
    const wrapStore = (store: ObjectStore): ObjectStore => ({
      ...store,
      put: (key, bytes) =>
        isStoreAway ? Promise.reject(new StoreUnreachable(message('store_connection_lost'))) : store.put(key, bytes),
    })
    service = await startTestService({ wrapStore })
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  const add = (slug: string) => admin.post('/api/tenants', { slug, name: slug })

  it('has unique keys, wrapped identically in database and store', async () => {
    const [{ id }, other] = [must(await add('one'), 201), must(await add('two'), 201)]
    const row = await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: id }, (trx) =>
      TenantKey.query(trx).findById(id).throwIfNotFound(),
    )
    const stored = await service.dependencies.store.get(`tenants/${id}/keys/1`)
    const [open, foreign] = [await service.dependencies.keys.of(id), await service.dependencies.keys.of(other.id)]

    expect(stored.equals(row.bundle)).to.equal(true)
    expect(open.repositoryPublicKey.equals(row.repositoryPublicKey)).to.equal(true)
    for (const key of ['dataKey', 'repositoryPrivateKey', 'chunkIdKey'] as const) {
      expect(row.bundle.includes(open[key]), `${key} stands open`).to.equal(false)
      expect(open[key].equals(foreign[key]), `${key} is shared`).to.equal(false)
    }
  })

  it('is not created if its keys cannot be stored', async () => {
    isStoreAway = true
    const answer = await add('unlucky')
    isStoreAway = false
    const rows = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      Tenant.query(trx).where({ slug: 'unlucky' }),
    )
    const again = await add('unlucky')

    expect([answer.status, answer.body.code]).to.deep.equal([503, 'store_unreachable'])
    expect(rows).to.deep.equal([])
    expect(again.status).to.equal(201)
  })

  it('is created once when several requests use the same slug', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => add('raced')))

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409, 409])
  })
})
