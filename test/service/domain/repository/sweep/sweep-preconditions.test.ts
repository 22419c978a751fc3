import { expect } from 'chai'
import { runRetention } from '../../../../../service/domain/repository/retention/run-retention.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { Chunk } from '../../../../../service/store/models/chunk.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { withoutCoolingOff, withoutDestructionDelay } from '../../../../support/delays.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'
import { policyDependencies } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000

describe('a sweep whose preconditions fail while it runs', () => {
  let service: TestService
  let store: ObjectStore
  let customer: AgentScene

  beforeEach(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = disk) })
    customer = await createAgentScene(service)
    const router = await customer.hasRouter()
    for (const name of ['a', 'b']) await customer.backUpTexts(router, { 'running-config': `hostname ${name}\nend\n` })
  })
  afterEach(() => service.close())

  const inPlatform = <T>(work: (trx: ScopedTransaction) => Promise<T>) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)
  const chunks = () => inPlatform(async (trx) => Chunk.query(trx).resultSize())
  const objects = () => Array.fromAsync(store.list(`tenants/${customer.id}/`), ({ key }) => key)

  /** @param event called after the store has listed this folder */
  function sweepWith(folder: string, event: () => Promise<unknown>) {
    const { knex, keys, now } = service.dependencies
    const listing: ObjectStore = {
      ...store,
      async *list(prefix, after) {
        yield* store.list(prefix, after)
        if (prefix.endsWith(`/${folder}/`)) await event()
      },
    }
    return sweepTenant({ knex, keys, store: listing, now }, customer.id, { confirmed: true })
  }

  const rewind = () =>
    inPlatform((trx) =>
      trx('agents').where({ id: customer.agent.id }).update({ rewound_at: service.dependencies.now() }),
    )

  it('deletes no chunk or manifest once an agent is ahead of the database', async () => {
    await withoutCoolingOff(service)
    must(await customer.admin.put(`/api/retention/customer?tenant=${customer.id}`, { keep_days: 1, keep_last: 1 }), 200)
    service.advance(5 * dayMs)
    await runRetention(policyDependencies(service.dependencies))
    const [before, stored] = [await chunks(), await objects()]

    const { outcome, reason } = await sweepWith('manifests', rewind)

    expect([outcome, reason?.code]).to.deep.equal(['stopped', 'agent_ahead_of_database'])
    expect(await chunks()).to.equal(before)
    expect(await objects()).to.deep.equal(stored)
    await inPlatform((trx) => trx('agents').update({ rewound_at: null }))
    expect((await sweepWith('manifests', async () => undefined)).outcome).to.equal('done')
    expect(await chunks()).to.be.below(before)
  })

  it('deletes nothing of a tenant that turns out to have keys', async () => {
    await withoutDestructionDelay(service)
    must(await customer.admin.post(`/api/tenants/${customer.id}/destroy-key`, { confirm: customer.slug }), 200)
    const [before, stored] = [await chunks(), await objects()]
    const unmark = () => inPlatform((trx) => trx('tenant_keys').update({ destroyed_at: null }))

    const swept = await sweepWith('keys', unmark)

    expect([swept.outcome, swept.reason?.code]).to.deep.equal(['stopped', 'tenant_has_keys'])
    expect(await chunks()).to.equal(before)
    expect(await objects()).to.deep.equal(stored)
  })

  it('keeps the packs of a tenant that turns out to have keys while rows are deleted', async () => {
    await withoutDestructionDelay(service)
    must(await customer.admin.post(`/api/tenants/${customer.id}/destroy-key`, { confirm: customer.slug }), 200)
    const stored = await objects()
    await service.db.owner.raw(`
      create function give_keys_back() returns trigger language plpgsql as
        $$ begin update tenant_keys set destroyed_at = null; return null; end $$;
      create trigger give_keys_back after delete on chunks for each statement execute function give_keys_back()`)

    const swept = await sweepWith('keys', async () => undefined)

    expect(swept.reason?.code).to.equal('tenant_has_keys')
    expect(await objects()).to.deep.equal(stored)
  })
})
