import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { StoreUnreachable } from '../../../service/objects/object-store.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { sayBytes, withoutItsBody } from './say-bytes.ts'
import { type TestService, startTestService } from '../../support/service.ts'

describe('the health endpoints', () => {
  let service: TestService
  let isStoreAway = false
  beforeEach(async () => {
    isStoreAway = false
    service = await startTestService({
      wrapStore: (store) => ({
        ...store,
        check: () =>
          isStoreAway ? Promise.reject(new StoreUnreachable(message('store_connection_lost'))) : store.check(),
      }),
    })
  })
  afterEach(() => service.close())

  it('report in /health that the process responds, without a token', async () => {
    const answer = await service.anonymous.get('/health')

    expect([answer.status, answer.body]).to.deep.equal([200, { status: 'ok' }])
  })

  it('accept HEAD', async () => {
    const health = await service.anonymous.send('HEAD', '/health')
    const devices = await service.anonymous.send('HEAD', '/api/devices')

    expect([health.status, health.bytes.length]).to.deep.equal([200, 0])
    expect([devices.status, devices.bytes.length]).to.deep.equal([401, 0])
  })

  it('report in /ready database, isolation and store, without a token', async () => {
    const answer = await service.anonymous.get('/ready')

    expect(answer.status).to.equal(200)
    expect(answer.body).to.deep.equal({
      status: 'ready',
      database: 'answers',
      isolation: 'active',
      object_store: 'answers',
    })
  })

  it('report an unavailable store while the service stays ready', async () => {
    isStoreAway = true

    const answer = await service.anonymous.get('/ready')

    expect([answer.status, answer.body.object_store]).to.deep.equal([200, 'does not answer'])
  })

  it('report the name of a table whose rows are not isolated', async () => {
    await service.db.owner.raw('alter table credentials no force row level security')

    const answer = await service.anonymous.get('/ready')

    expect([answer.status, answer.body.status]).to.deep.equal([503, 'not_ready'])
    expect(answer.body.isolation).to.include('credentials')
  })

  it('report that the database is unavailable', async () => {
    await service.dependencies.knex.destroy()

    const ready = await service.anonymous.get('/ready')
    const health = await service.anonymous.get('/health')

    expect([ready.status, ready.body.database]).to.deep.equal([503, 'does not answer'])
    expect(health.status).to.equal(200)
  })

  it('report no internal error when the database is unavailable: clients are asked to retry', async () => {
    const admin = await service.as('platform_admin')
    const { knex } = service.dependencies
    service.dependencies.knex = createKnex('postgres://coffer_service:x@127.0.0.1:1/coffer', { application: 'test' })

    const answers = [
      await admin.get('/api/devices'),
      await service.anonymous.post('/api/auth/login', { email: 'somebody@example.net', password: 'x' }),
    ]
    service.dependencies.knex = knex

    for (const { status, body, headers } of answers) {
      expect([status, body.code]).to.deep.equal([503, 'database_unavailable'])
      expect(headers.get('retry-after')).to.equal('5')
    }
  })

  it('respond in this way to a request with a body too, without reading it', async () => {
    const admin = await service.as('platform_admin')
    const { knex } = service.dependencies
    service.dependencies.knex = createKnex('postgres://coffer_service:x@127.0.0.1:1/coffer', { application: 'test' })

    const large = await admin.post('/api/tenants', { slug: 'x'.repeat(900_000), name: 'large' })
    const toCome = await sayBytes(service.url, withoutItsBody('/api/tenants', admin.token))
    service.dependencies.knex = knex

    expect([large.status, large.body.code]).to.deep.equal([503, 'database_unavailable'])
    expect(toCome).to.match(/^HTTP\/1.1 503 [^]*"code":"database_unavailable"/)
  })
})
