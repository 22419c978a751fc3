import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { checkIntegrity } from '../../../../../service/domain/repository/integrity/check-integrity.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import type { SweepOptions } from '../../../../../service/domain/repository/sweep/sweep-dependencies.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { type FaultyStore, createFaultyStore } from '../../../../support/faulty-store.ts'
import { type TestService, must, startTestService } from '../../../../support/service.ts'

const dayMs = 24 * 3_600_000

describe('a sweep of a tenant with a partly lost tree', () => {
  let service: TestService
  let store: ObjectStore
  let customer: AgentScene
  let server: string

  beforeEach(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = disk) })
    customer = await createAgentScene(service)
    server = await customer.hasServer()
    await customer.backUpTree(server, [['etc', {}], ['etc/motd', { bytes: 'then\n' }]]) // prettier-ignore
    const [first] = await packs()
    await customer.backUpTree(server, [['etc', {}], ['etc/motd', { bytes: 'now\n' }], ['etc/x', { bytes: 'x\n' }]]) // prettier-ignore
    await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname r1\nend\n' })
    await store.delete(first!)
    service.advance(3 * dayMs)
  })
  afterEach(() => service.close())

  const packs = () => Array.fromAsync(store.list(`tenants/${customer.id}/packs/`), ({ key }) => key)

  const sweep = (options: SweepOptions = {}) => sweepWith(service, store, customer.id, options)
  const check = () => checkWith(service, store)

  async function contents(): Promise<number[]> {
    const admin = await service.as('platform_admin')
    const ids = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      Version.query(trx).orderBy('id').select('id'),
    )
    return Promise.all(
      ids.map(
        async ({ id }) => (await admin.get(`/api/artifacts/versions/${id}/content?tenant=${customer.id}`)).status,
      ),
    )
  }

  it('stops with the possible actions', async () => {
    const { outcome, reason } = await sweep()

    expect(outcome).to.equal('stopped')
    expect(reason?.code).to.equal('backup_unreadable')
    expect(reason?.params).to.have.nested.property('detail.code', 'damage_chunk_in_pack')
  })

  it('stops even if confirmed until the check has reported the affected versions', async () => {
    expect((await sweep({ confirmed: true })).outcome).to.equal('stopped')
  })

  it('continues with a confirmation after the report, and keeps all that is reachable', async () => {
    await check()
    expect((await sweep()).outcome, 'without a yes').to.equal('stopped')
    const before = await contents()

    const swept = await sweep({ confirmed: true })

    expect(swept.reason).to.deep.equal(message('versions_partly_lost', { versions: 1 }))
    expect(swept.counts.hurt_versions).to.equal(1)
    service.advance(dayMs)
    await sweep({ confirmed: true })
    expect(await contents()).to.deep.equal(before)
    const admin = await service.as('platform_admin')
    const [latest] = must(await admin.get(`/api/devices/${server}/snapshots?tenant=${customer.id}`), 200) as {
      id: string
    }[]
    const file = await admin.get(`/api/snapshots/${latest!.id}/file?path=etc/x&tenant=${customer.id}`)
    expect({ status: file.status, text: file.bytes.toString() }).to.deep.equal({ status: 200, text: 'x\n' })
  })
})

describe('a sweep while the store temporarily denies objects', () => {
  let service: TestService
  let store: FaultyStore
  let customer: AgentScene
  let packs: string[]

  beforeEach(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = createFaultyStore(disk)) })
    customer = await createAgentScene(service)
    const server = await customer.hasServer()
    const both = ['both', { bytes: 'the same\n' }] as const
    await customer.backUpTree(server, [[...both], ['etc', {}], ['etc/motd', { bytes: 'then\n' }]])
    await customer.backUpTree(server, [[...both], ['etc', {}], ['etc/motd', { bytes: 'now\n' }]])
    packs = await Array.fromAsync(store.list(`tenants/${customer.id}/packs/`), ({ key }) => key)
    service.advance(3 * dayMs)
  })
  afterEach(() => service.close())

  /** Checks that the first pack, which both versions need, is unreadable, and that both are reported. */
  async function namesBoth(): Promise<void> {
    store.follow(({ method, key }) => (method === 'get' && key === packs[0] ? 'absent' : undefined))
    await checkWith(service, store)
    expect(await affected()).to.have.length(2)
  }

  const affected = () =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('damaged_versions').pluck('version_id'))

  async function expectAllWhole(): Promise<void> {
    store.follow(() => undefined)
    service.advance(dayMs)
    await sweepWith(service, store, customer.id, { confirmed: true })
    await checkWith(service, store)
    expect(await affected()).to.deep.equal([])
  }

  it('loses nothing if the reported chunks are still unreadable', async () => {
    await namesBoth()
    let permissionErrors = 0
    store.follow(({ method, key }) =>
      method === 'get' && key === packs[0] && permissionErrors++ === 0 ? 'absent' : undefined,
    )

    const { outcome } = await sweepWith(service, store, customer.id, { confirmed: true })

    expect(outcome).to.equal('stopped')
    await expectAllWhole()
  })

  it('loses nothing if another part of a reported version is unreadable', async () => {
    await namesBoth()
    store.follow(({ method, key }) => (method === 'get' && key === packs[1] ? 'absent' : undefined))

    const { outcome } = await sweepWith(service, store, customer.id, { confirmed: true })

    expect(outcome).to.equal('stopped')
    await expectAllWhole()
  })
})

function sweepWith({ dependencies }: TestService, store: ObjectStore, tenantId: string, options: SweepOptions) {
  const { knex, keys, now } = dependencies
  return sweepTenant({ knex, keys, store, now }, tenantId, options)
}

async function checkWith({ dependencies }: TestService, store: ObjectStore): Promise<void> {
  const { knex, keys, now } = dependencies
  const silent = { pause: async () => undefined, alarm: () => undefined }
  await checkIntegrity({ knex, keys, store, now, periodDays: 1, isRequested: true, ...silent })
}
