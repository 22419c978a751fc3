import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { render } from '../../../../../shared/messages/render.ts'
import { type Manifest, openManifest } from '../../../../../shared/repository/manifest.ts'
import { checkIntegrity } from '../../../../../service/domain/repository/integrity/check-integrity.ts'
import {
  type FaultyManifest,
  chooseRewritten,
} from '../../../../../service/domain/repository/integrity/rewrite-manifests.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { rewrapKeys } from '../../../../../service/keys/rewrap-keys.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import { AuditRow } from '../../../../../service/store/models/audit-row.ts'
import { Pack } from '../../../../../service/store/models/pack.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { type TestService, startTestService } from '../../../../support/service.ts'

const dayMs = 24 * 3_600_000

describe('the repair of stored data', () => {
  let service: TestService
  let store: ObjectStore
  let customer: AgentScene
  let alarms: string[]

  before(async () => {
    service = await startTestService({ wrapStore: (disk) => (store = disk) })
    customer = await createAgentScene(service)
    const router = await customer.hasRouter()
    for (const name of ['a', 'b']) await customer.backUpTexts(router, { 'running-config': `hostname ${name}\nend\n` })
    await customer.backUpTree(await customer.hasServer(), [['etc', {}], ['etc/motd', { bytes: 'hello\n' }]]) // prettier-ignore
  })
  after(() => service.close())
  beforeEach(() => (alarms = []))

  async function nextNight() {
    service.advance(dayMs)
    const { knex, keys, now } = service.dependencies
    const alarm = (line: string) => alarms.push(line)
    await checkIntegrity({ knex, keys, store, now, periodDays: 1, pause: async () => undefined, alarm })
  }

  const folder = (kind: string) =>
    path.join(service.dependencies.settings.dataDirectory, 'objects/tenants', customer.id, kind)
  const inTenant = <T>(work: Parameters<typeof inScope<T>>[2]) =>
    inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, work)

  function flip(file: string) {
    const bytes = fs.readFileSync(file)
    bytes[bytes.length >> 1]! ^= 1
    fs.writeFileSync(file, bytes)
  }

  async function manifests(): Promise<Manifest[]> {
    const keys = await service.dependencies.keys.of(customer.id)
    return fs.readdirSync(folder('manifests')).map((id) => {
      return openManifest(fs.readFileSync(path.join(folder('manifests'), id)), id, keys)
    })
  }

  it('rewrites missing and unreadable manifests from the rows, and reports them', async () => {
    const before = await manifests()
    const [gone, flipped, tree] = fs.readdirSync(folder('manifests')).map((id) => path.join(folder('manifests'), id))
    fs.rmSync(gone!)
    fs.rmSync(tree!)
    const bytes = fs.readFileSync(flipped!)
    bytes[bytes.length - 1]! ^= 1
    fs.writeFileSync(flipped!, bytes)

    await nextNight()

    expect(alarms).to.have.length(3)
    expect(await manifests()).to.deep.equal(before)
    await nextNight()
    expect(await inTenant((trx) => Version.query(trx).whereNotNull('manifestDamagedAt').resultSize())).to.equal(0)
  })

  it('rewrites a pack with a damaged header and readable chunks during the sweep', async () => {
    const [name] = fs.readdirSync(folder('packs'))
    const file = path.join(folder('packs'), name!)
    const bytes = fs.readFileSync(file)
    bytes[14]! ^= 1
    fs.writeFileSync(file, bytes)
    await nextNight()
    expect(alarms.join()).to.match(/a pack is damaged/)

    const { knex, keys, now } = service.dependencies
    const swept = await sweepTenant({ knex, keys, store, now }, customer.id, { repackBytes: 2 ** 30 })
    service.advance(dayMs)
    await sweepTenant({ knex, keys, store, now }, customer.id)

    expect(swept.counts).to.deep.include({ repacked: 1, repacked_into: 1 })
    expect(fs.existsSync(file)).to.equal(false)
    alarms = []
    await nextNight()
    expect(alarms).to.deep.equal([])
    expect(await inTenant((trx) => Pack.query(trx).whereNotNull('damagedAt').resultSize())).to.equal(0)
    expect(await inTenant((trx) => trx('damaged_versions').pluck('version_id'))).to.deep.equal([])
  })

  it('rewrites an altered description, with an alarm and an audit record', async () => {
    await nextNight()
    alarms = []
    const file = folder('customer')
    flip(file)

    await nextNight()

    const fault = message('key_object_does_not_open', { object: `tenants/${customer.id}/customer` })
    expect(alarms.join()).to.include(render(fault, 'en'))
    const [{ standing, keys }] = (await customer.admin.get(`/api/storage/compliance?tenant=${customer.id}`)).body
    expect(standing).to.equal('damaged')
    expect(keys).to.deep.include({ damage: [fault], what: render(fault, 'en') })
    const audited = await inTenant(async (trx) =>
      AuditRow.query(trx).where({ action: 'integrity.damaged', object: 'keys' }).resultSize(),
    )
    expect(audited).to.equal(1)
    await nextNight()
    expect(alarms).to.have.length(1)
    const after = (await customer.admin.get(`/api/storage/compliance?tenant=${customer.id}`)).body
    expect(after[0].keys.state).to.equal('good')
  })

  it('verifies wrapped keys of a former master key, and reports them until corrected', async () => {
    const { knex, masterKey, now } = service.dependencies
    const to = randomBytes(32)
    await rewrapKeys(knex, store, masterKey, to, now())
    service.dependencies.keys = createKeyring(knex, to)
    await nextNight()
    expect(alarms).to.deep.equal([])
    const file = path.join(folder('keys'), '1')

    flip(file)
    await nextNight()
    await nextNight()
    expect(alarms).to.have.length(1)
    expect(alarms[0]).to.include(
      render(message('former_keys_changed', { object: `tenants/${customer.id}/keys/1` }), 'en'),
    )
    flip(file)
    await nextNight()

    const [{ keys }] = (await customer.admin.get(`/api/storage/compliance?tenant=${customer.id}`)).body
    expect(keys).to.deep.include({ state: 'good', what: null, damage: [] })
    expect(alarms).to.have.length(1)
  })

  it('does not overwrite manifests that differ, are unavailable or mostly do not open', () => {
    const faulty = (kind: FaultyManifest['fault']['kind'], count: number) =>
      Array.from({ length: count }, () => ({ fault: { kind, words: '' } }) as FaultyManifest)
    const kinds = (found: FaultyManifest[], looked: number) =>
      chooseRewritten(found, looked).map(({ fault }) => fault.kind)

    expect(kinds([...faulty('differs', 2), ...faulty('unreadable', 2)], 200)).to.deep.equal([])
    expect(kinds([...faulty('sealed', 1), ...faulty('missing', 1)], 2)).to.deep.equal(['missing', 'sealed'])
    expect(kinds([...faulty('sealed', 150), ...faulty('missing', 1)], 200)).to.deep.equal(['missing'])
  })
})
