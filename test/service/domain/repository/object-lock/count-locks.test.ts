import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { readLockCounts } from '../../../../../service/domain/repository/object-lock/read-lock-counts.ts'
import { recountLocks } from '../../../../../service/domain/repository/object-lock/recount-locks.ts'
import { type Scope, type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { type LockFields, hasLock, pretendToLock } from '../../../../support/object-locks.ts'
import { type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { createScene } from '../../../../support/scene/scene.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const maxAgeMs = 15 * minuteMs

describe('the count of object locks', () => {
  let service: TestService
  let customer: Customer
  let other: Customer
  beforeEach(async () => {
    service = await startTestService()
    customer = await service.hasTenant('acme')
    other = await service.hasTenant('globex')
  })
  afterEach(() => service.close())

  const inPlatform = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)
  const recount = (age = maxAgeMs) => recountLocks(service.dependencies, age)
  const counts = (scope: Scope = { kind: 'platform' }) =>
    inScope(service.dependencies.knex, scope, (trx) => readLockCounts(trx, null))
  const later = (ms: number) => new Date(service.dependencies.now().getTime() + ms)

  async function backUp() {
    const tenant = await createScene(service.dependencies, customer)
    await tenant.hasText(await tenant.hasDevice(), 'hostname r1\n')
  }

  const lock = (kind: 'pack' | 'manifest', fields: LockFields = {}) => hasLock(service, customer, kind, fields)

  async function hasPack(status: 'verified' | 'announced') {
    const at = service.dependencies.now()
    const row = { id: randomUUIDv7(), tenant_id: customer.id, status, size: 1, sha256: '', md5: '' }
    const verifiedAt = status === 'verified' ? at : null
    await inPlatform((trx) =>
      trx('packs').insert({ ...row, announced_at: at, expires_at: at, verified_at: verifiedAt }),
    )
  }

  it('includes needed objects, locked or not, and the first expiry', async () => {
    await backUp()
    await lock('pack', { locked_until: later(3 * dayMs) })
    await recount()
    const [partly] = await counts()
    await lock('manifest', { locked_until: later(2 * dayMs) })
    await recount(0)
    const all = await counts()

    expect(partly).to.deep.include({ slug: 'acme', locked: 1, unlocked: 1, lockedUntil: later(3 * dayMs) })
    expect(all).to.deep.equal([
      { slug: 'acme', locked: 2, unlocked: 0, lockedUntil: later(2 * dayMs), countedAt: service.dependencies.now() },
      { slug: 'globex', locked: 0, unlocked: 0, lockedUntil: null, countedAt: service.dependencies.now() },
    ])
    expect((await counts({ kind: 'tenant', tenantId: other.id })).map(({ slug }) => slug)).to.deep.equal(['globex'])
  })

  it('excludes expired locks, unknown versions and unneeded objects', async () => {
    await backUp()
    await lock('pack', { locked_until: later(-1) })
    await lock('manifest', { store_version: null })
    await lock('pack', { object_id: randomUUIDv7(), locked_until: later(minuteMs) })
    await hasPack('verified')
    await hasPack('announced')

    await recount()

    expect((await counts())[0]).to.deep.include({ locked: 0, unlocked: 2, lockedUntil: null })
  })

  it('excludes tenants with destroyed keys', async () => {
    await backUp()
    await lock('pack')
    await recount()
    await inPlatform((trx) =>
      trx('tenant_keys').where({ tenant_id: customer.id }).update({ destroyed_at: service.dependencies.now() }),
    )

    expect((await counts()).map(({ slug }) => slug)).to.deep.equal(['globex'])
    expect(await recount(0)).to.equal(1)
  })

  it('is repeated if old or from the future, by one of two replicas', async () => {
    const first = await Promise.all([recount(), recount()])
    service.advance(maxAgeMs - 1)
    const early = await recount()
    service.advance(1)
    const due = await Promise.all([recount(), recount()])
    service.advance(-dayMs)
    const setBack = await recount()

    const sums = [first, due].map(([one, another]) => one! + another!)
    expect([...sums, early, setBack]).to.deep.equal([2, 2, 0, 2])
  })

  it('is part of the storage usage of one tenant or all', async () => {
    const usage = async (query = '') =>
      must(await (await service.as('platform_operator')).get(`/api/storage/usage${query}`), 200).object_lock
    await backUp()
    await lock('pack', { locked_until: later(dayMs) })
    pretendToLock(service)
    const before = await usage()
    await recount()
    const countedAt = service.dependencies.now().toISOString()
    const until = later(dayMs).toISOString()
    service.advance(minuteMs)

    const none = { mode: 'compliance', locked: null, unlocked: null, locked_until: null, counted_at: null }
    const counted = { mode: 'compliance', locked: 1, unlocked: 1, locked_until: until, counted_at: countedAt }
    expect(before).to.deep.equal(none)
    expect(await usage()).to.deep.equal(counted)
    expect(await usage(`?tenant=${customer.id}`)).to.deep.equal(counted)
    expect(await usage(`?tenant=${other.id}`)).to.deep.equal({ ...counted, locked: 0, unlocked: 0, locked_until: null })
    must(await (await service.as('platform_admin')).post('/api/storage/sample'), 200)
  })
})
