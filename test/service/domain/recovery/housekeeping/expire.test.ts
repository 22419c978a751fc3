import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { expire } from '../../../../../service/domain/recovery/housekeeping/expire.ts'
import { PolicyRun } from '../../../../../service/store/models/policy-run.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

describe('the expiry of temporary rows', () => {
  let service: TestService
  beforeEach(async () => {
    service = await startTestService()
  })
  afterEach(() => service.close())

  const expired = () =>
    expire((work) =>
      inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => work({ trx, now: service.dependencies.now() })),
    )

  it('deletes idempotency keys after seven days', async () => {
    const customer = await service.hasTenant()
    await customer.hasDevice()
    const client = await customer.as('tenant_operator')
    const key = { 'idempotency-key': randomUUID() }
    const trigger = async () => must(await client.post('/api/backups/trigger', { all_devices: true }, key), 202)
    const first = await trigger()

    service.advance(7 * dayMs - hourMs)
    await expired()
    const repeat = await trigger()
    service.advance(2 * hourMs)
    const { idempotency_keys: gone } = await expired()
    const anew = await trigger()

    expect(repeat).to.deep.equal(first)
    expect(gone).to.equal(1)
    expect(anew).to.deep.equal([]) // the device has a pending job
  })

  it('deletes ended sessions and failed logins after one day', async () => {
    const client = await service.as('platform_admin')
    await service.anonymous.post('/api/auth/login', { email: 'nobody@example.net', password: 'wrong' })
    must(await client.post('/api/auth/logout'), 204)

    service.advance(dayMs - hourMs)
    const early = await expired()
    service.advance(2 * hourMs)
    const late = await expired()

    expect([early.sessions, early.login_attempts]).to.deep.equal([0, 0])
    expect([late.sessions, late.login_attempts]).to.deep.equal([1, 1])
  })

  it('runs in batches, and a second run finds nothing', async () => {
    const at = service.dependencies.now()
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx.raw(
        `insert into login_attempts (id, account, ip, prefix, lane, attempted_at)
         select gen_random_uuid(), 'somebody', '192.0.2.1', '192.0.2.0/24', 'stranger', ?::timestamptz from generate_series(1, 11000)`,
        [at],
      ),
    )
    service.advance(2 * dayMs)

    const first = await expired()
    const second = await expired()

    expect([first.login_attempts, second.login_attempts]).to.deep.equal([11_000, 0])
  })

  it('records each run, and retains the record for 400 days', async () => {
    await service.anonymous.post('/api/auth/login', { email: 'nobody@example.net', password: 'wrong' })
    service.advance(2 * dayMs)
    const at = service.dependencies.now()
    const runs = () =>
      inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => PolicyRun.query(trx).orderBy('id').execute())

    await expired()
    await expired()
    const [done, nothing] = await runs()
    service.advance(401 * dayMs)
    const { policy_runs: gone } = await expired()

    expect(done).to.deep.include({ tenantId: null, kind: 'expire', outcome: 'done', startedAt: at })
    expect(done?.counts).to.include({ login_attempts: 1 })
    expect(nothing).to.deep.include({ outcome: 'nothing', counts: {} })
    expect(nothing?.reason?.code).to.equal('nothing_expired')
    expect(gone).to.equal(2)
  })
})
