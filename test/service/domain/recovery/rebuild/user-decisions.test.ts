import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { type Manifest, openManifest, sealManifest } from '../../../../../shared/repository/manifest.ts'
import { manifestObject } from '../../../../../service/domain/repository/chunks/object-names.ts'
import { checkIntegrity } from '../../../../../service/domain/repository/integrity/check-integrity.ts'
import { rebuildIndex } from '../../../../../service/domain/recovery/rebuild/rebuild-index.ts'
import { TombstoneDecider } from '../../../../../service/domain/inventory/tenants/tombstone-decisions.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'

describe('user decisions in an index rebuilt from the store', () => {
  let service: TestService
  let rebuilt: TestService
  let customer: AgentScene
  let router: string
  let admin: Client
  beforeEach(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    customer = await createAgentScene(service)
    router = await customer.hasRouter()
    for (const name of ['a', 'b']) {
      await customer.backUpTexts(router, { 'running-config': `hostname ${name}\n!\nend\n`, inventory: 'NAME: "r"\n' })
    }
    rebuilt = await startTestService({
      wrapStore: () => service.dependencies.store,
      masterKey: service.dependencies.masterKey,
      now: service.dependencies.now(),
    })
  })
  afterEach(async () => {
    await rebuilt.close()
    await service.close()
  })

  async function rebuild() {
    const { knex, masterKey, workers, now, store } = rebuilt.dependencies
    const parts = { knex, keys: createKeyring(knex, masterKey), store, masterKey, workers, now }
    return rebuildIndex({ ...parts, dryRun: false, tombstones: new TombstoneDecider(), onSkipped: () => undefined })
  }

  const lineagesOf = async (client: Client) => must(await client.get(`/api/devices/${router}/artifacts`), 200)

  async function pin(client: Client, key: string, version: 'older' | 'latest') {
    const lineage = (await lineagesOf(client)).find((one: { key: string }) => one.key === key)
    const versions = must(await client.get(`/api/artifacts/${lineage.id}/versions`), 200)
    const { id } = version === 'latest' ? versions[0] : versions.at(-1)
    must(await client.put(`/api/artifacts/${lineage.id}/pin?tenant=${customer.id}`, { version_id: id }), 200)
    return id
  }

  const pinned = async (client: Client) =>
    (await lineagesOf(client)).map((lineage: Record<string, unknown>) =>
      ['key', 'pinned_version_id', 'pinned_at', 'pinned_by', 'drifted'].map((field) => lineage[field]),
    )

  const blackoutsAt = async (client: Client) => {
    const levels = ['platform', `customer?tenant=${customer.id}`, `site?tenant=${customer.id}&site=Gent`]
    const answers = [...levels, `device?device_id=${router}`].map((level) => client.get(`/api/blackouts/${level}`))
    return (await Promise.all(answers)).map((answer) => must(answer, 200).blackouts)
  }

  it('include pins, the blackouts of every level and drift', async () => {
    await pin(admin, 'running-config', 'older')
    await pin(admin, 'inventory', 'latest')
    const whose = `tenant=${customer.id}`
    await black(`device?${whose}&device_id=${router}`, [byDay('own'), fair])
    await black(`site?${whose}&site=Gent`, [fair, byDay('of the site')])
    await black('platform', [byDay('of all')])
    await black(`customer?${whose}`, [byDay('of the customer')])

    const counts = await rebuild()
    const again = await rebuild()

    const client = await rebuilt.as('platform_admin')
    expect([counts['pins_attached'], again['pins_attached']]).to.deep.equal([2, 0])
    expect(await pinned(client)).to.deep.equal(await pinned(admin))
    const drifted = must(await client.get('/api/devices?drift=true'), 200)
    expect(drifted.map(({ id }: { id: string }) => id)).to.deep.equal([router])
    expect(await blackoutsAt(client)).to.deep.equal(await blackoutsAt(admin))
  })

  it('include earlier pins and device overrides without a later change', async () => {
    await pin(admin, 'running-config', 'older')
    await black(`device?tenant=${customer.id}&device_id=${router}`, [fair])
    const { knex, keys, store, now } = service.dependencies
    const pause = async () => undefined
    await checkIntegrity({ knex, keys, store, now, periodDays: 1, pause, alarm: () => undefined })

    await rebuild()

    const client = await rebuilt.as('platform_admin')
    expect(await pinned(client)).to.deep.equal(await pinned(admin))
    expect(await blackoutsAt(client)).to.deep.equal(await blackoutsAt(admin))
  })

  it('do not change a device configured since, or a level with its own values', async () => {
    await pin(admin, 'running-config', 'older')
    await black(`customer?tenant=${customer.id}`, [byDay('of the customer')])
    await rebuild()
    const client = await rebuilt.as('platform_admin')
    must(await client.patch(`/api/devices/${router}?tenant=${customer.id}`, { hostname: '192.0.2.1' }), 200)
    const [lineage] = (await lineagesOf(client)).filter((one: { key: string }) => one.key === 'running-config')
    must(await client.delete(`/api/artifacts/${lineage.id}/pin?tenant=${customer.id}`), 204)
    const change = { blackouts: [byDay('another')] }
    must(await client.put(`/api/blackouts/customer?tenant=${customer.id}`, change), 200)

    const { pins_attached: attached } = await rebuild()

    expect(attached).to.equal(0)
    const [, ofTenant] = await blackoutsAt(client)
    expect(ofTenant.map(({ name }: { name: string }) => name)).to.deep.equal(['another'])
  })

  it('include suspicions that an earlier manifest stored as text', async () => {
    const versionsOf = async (client: Client) => {
      const lineage = (await lineagesOf(client)).find(({ key }: { key: string }) => key === 'running-config')
      return must(await client.get(`/api/artifacts/${lineage.id}/versions`), 200)
    }
    const [latest, older] = await versionsOf(admin)
    await rewriteManifest(latest.id, {
      suspicious: 'it shrank by more than 40 %; it ends oddly',
      suspicions: undefined,
    })
    await rewriteManifest(older.id, { suspicious: null, suspicions: [message('last_section_missing')] })

    await rebuild()

    const attached = await versionsOf(await rebuilt.as('platform_admin'))
    expect(attached.map(({ suspicions }: { suspicions: object[] }) => suspicions)).to.deep.equal([
      [message('capture_shrank', { percent: 40 }), message('legacy_text', { text: 'it ends oddly' })],
      [message('last_section_missing')],
    ])
  })

  async function rewriteManifest(versionId: string, changes: Partial<Manifest>) {
    const { store, keys } = service.dependencies
    const tenantKeys = await keys.of(customer.id)
    const object = manifestObject(`tenants/${customer.id}`, versionId)
    const manifest = openManifest(await store.get(object), versionId, tenantKeys)
    await store.put(object, sealManifest({ ...manifest, ...changes }, tenantKeys))
  }

  async function black(level: string, blackouts: object[]) {
    must(await admin.put(`/api/blackouts/${level}`, { blackouts }), 200)
  }
})

const byDay = (name: string) => ({ name, days: ['mon', 'tue'], from: '08:00', to: '18:00' })
const fair = { name: 'fair', starts_at: '2027-05-01T00:00:00.000Z', ends_at: '2027-05-04T00:00:00.000Z' }
