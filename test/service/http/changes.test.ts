import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Version } from '../../../service/store/models/version.ts'
import { inScope } from '../../../service/store/scope.ts'
import { codedErrors } from '../../support/field-errors.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type Answer, type Client, type TestService, must, startTestService } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

const plain = 'hostname r1\nntp server 192.0.2.1\nend\n'
const edited = 'hostname r1\nntp server 192.0.2.9\nlogging on\nend\n'

describe('changes', () => {
  let service: TestService
  let customer: AgentScene
  let admin: Client
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())
  beforeEach(async () => {
    customer = await createAgentScene(service)
    admin = await customer.as('tenant_admin')
  })

  type Body = Answer['body']
  const get = async (path: string, client = admin): Promise<Body> => must(await client.get(path), 200)
  const changes = (query = '', client = admin): Promise<Body> => get(`/api/changes?${query}`, client)
  const lineageOf = async (deviceId: string): Promise<Body> => (await get(`/api/devices/${deviceId}/artifacts`))[0]
  const versionsOf = async (deviceId: string): Promise<Body> =>
    get(`/api/artifacts/${(await lineageOf(deviceId)).id}/versions`)
  const backUp = (deviceId: string, text: string) => customer.backUpTexts(deviceId, { 'running-config': text })
  const stored = (id: string) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => Version.query(trx).findById(id).throwIfNotFound())

  /** Adds a router that changed once. */
  async function changedRouter(): Promise<string> {
    const router = await customer.hasRouter()
    await backUp(router, plain)
    await backUp(router, edited)
    return router
  }

  describe('are listed', () => {
    it('with device and previous version, but without first versions', async () => {
      const router = await changedRouter()
      await backUp(await customer.hasRouter(), plain)
      const [newer, older] = await versionsOf(router)

      const listed = await changes()

      expect(listed).to.have.length(1)
      expect(listed[0]).to.deep.include({ version: newer, previous_version_id: older.id })
      expect(listed[0].device).to.include({ id: router, tenant_id: customer.id, platform: 'netco_iosxe' })
      expect(listed[0].version).to.include({ added: 2, removed: 1, reviewed_at: null, pinned: false })
    })

    it('by time, run, device, site, tag, platform and artifact, in pages', async () => {
      const [router, other] = [await changedRouter(), await changedRouter()]
      must(await admin.patch(`/api/devices/${router}`, { site: 'Gent', tags: ['edge'] }), 200)
      const [first] = await versionsOf(router)
      const [second] = await versionsOf(other)
      const ids = async (query: string) => (await changes(query)).map(({ version }: Body) => version.id)

      const page = await admin.get('/api/changes?limit=1')
      const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''

      expect(page.body[0].version.id).to.equal(second.id)
      expect((await get(next)).map(({ version }: Body) => version.id)).to.deep.equal([first.id])
      const [ofFirst, own] = [`run_id=${first.job_id}`, `device_id=${router}`]
      for (const query of [ofFirst, own, 'site=Gent', 'tag=edge', `until=${second.captured_at}`]) {
        expect(await ids(query), query).to.deep.equal([first.id])
      }
      expect(await ids(`since=${second.captured_at}`)).to.deep.equal([second.id])
      expect(await ids('platform=netco_iosxe&key=running-config')).to.deep.equal([second.id, first.id])
      for (const query of ['platform=netco_nxos', 'key=startup-config', 'suspicious=true']) {
        expect(await ids(query), query).to.deep.equal([])
      }
    })

    it('for a platform role across all tenants, with an audit record for each', async () => {
      await changedRouter()
      const another = await createAgentScene(service)
      const router = await another.hasRouter()
      for (const text of [plain, edited]) await another.backUpTexts(router, { 'running-config': text })
      const operator = await service.as('platform_operator')

      const answer = await operator.get('/api/changes')
      const [{ version }] = answer.body
      const ofRun = must(await operator.get(`/api/changes?run_id=${version.job_id}`), 200)

      expect(ofRun.map(({ version: one }: Body) => one.id)).to.deep.equal([version.id])
      const whose = answer.body.map(({ device }: Body) => device.tenant_id)
      expect(whose.slice(0, 2)).to.deep.equal([another.id, customer.id])
      const records = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        trx('audit').where({ request_id: answer.headers.get('x-request-id') }),
      )
      expect(records.map(({ tenant_id: id }) => id)).to.have.members([...new Set(whose)])
      expect(records.every(({ cross_tenant: isCross }) => isCross)).to.equal(true)
    })
  })

  describe('are reviewed', () => {
    it('with a note and a ticket, leave the list, and have the note sealed', async () => {
      const router = await changedRouter()
      const [{ id }] = await versionsOf(router)
      const words = { note: 'the snmp community public is gone', ticket: 'CHG-4711' }

      const reviewed = must(await admin.post(`/api/artifacts/versions/${id}/review`, words), 200)

      expect(reviewed).to.include({ review_note: words.note, review_ticket: 'CHG-4711' })
      expect(reviewed.reviewed_by).to.be.a('string')
      expect(await changes('reviewed=false')).to.deep.equal([])
      expect((await changes('reviewed=true'))[0].version).to.include({ id, review_note: words.note })
      expect((await stored(id)).reviewNote?.includes('public')).to.equal(false)
    })

    it('once: the first review remains until a comment is added, and can be withdrawn', async () => {
      const router = await changedRouter()
      const [{ id }] = await versionsOf(router)
      const path = `/api/artifacts/versions/${id}/review`
      const first = must(await admin.post(path, { ticket: 'CHG-1' }), 200)
      const other = await customer.as('tenant_admin')
      service.advance(60_000)

      const silent = must(await other.post(path), 200)
      const said = must(await other.post(path, { note: 'not planned' }), 200)
      must(await admin.delete(path), 204)

      expect(silent).to.deep.equal(first)
      expect(said).to.include({ review_note: 'not planned', review_ticket: null })
      expect(said.reviewed_at).not.to.equal(first.reviewed_at)
      expect(await changes('reviewed=false')).to.have.length(1)
    })

    it('many at once, all or none, with a record each', async () => {
      const ids: string[] = []
      for (const router of [await changedRouter(), await changedRouter()]) ids.push((await versionsOf(router))[0].id)
      const stranger = randomUUID()

      const refused = await admin.post('/api/changes/review', { version_ids: [...ids, stranger] })
      const untouched = await changes('reviewed=false')
      const answer = await admin.post('/api/changes/review', { version_ids: ids, note: 'the patch night' })

      expect(refused.status).to.equal(422)
      expect(codedErrors(refused.body)).to.deep.equal([
        { path: 'version_ids.2', code: 'version_not_found', params: {} },
      ])
      expect(untouched).to.have.length(2)
      expect(answer.body).to.deep.equal({ reviewed: 2 })
      expect((await changes('reviewed=true')).map(({ version }: Body) => version.review_note)).to.deep.equal([
        'the patch night',
        'the patch night',
      ])
      const records = await get('/api/audit?action=version.review')
      expect(records.map(({ object_id: id }: Body) => id)).to.have.members(ids)
    })
  })

  describe('against a pinned version', () => {
    const pin = async (deviceId: string, versionId: string): Promise<Body> =>
      must(await admin.put(`/api/artifacts/${(await lineageOf(deviceId)).id}/pin`, { version_id: versionId }), 200)
    const drifting = async (): Promise<Body> =>
      (await get('/api/devices?drift=true')).map(({ id }: { id: string }) => id)

    it('are drift: on the lineage, in the device list, in the report, with the diff', async () => {
      const router = await changedRouter()
      const [newer, older] = await versionsOf(router)
      must(await admin.patch(`/api/devices/${router}`, { schedule: '0 2 * * *' }), 200)

      const steady = await pin(router, newer.id)
      const none = await drifting()
      const lineage = await pin(router, older.id)

      expect(steady).to.include({ pinned_version_id: newer.id, drifted: false })
      expect(none).to.deep.equal([])
      expect(lineage).to.include({ pinned_version_id: older.id, drifted: true })
      expect(await drifting()).to.deep.equal([router])
      expect(await get('/api/devices?drift=false')).to.deep.equal([])
      const drift = await get(`/api/artifacts/${lineage.id}/drift?context=0`)
      expect(drift).to.include({ drifted: true, added: 2, removed: 1, pinned_version_id: older.id })
      expect(drift.unified).to.include('-ntp server 192.0.2.1\n+ntp server 192.0.2.9\n+logging on\n')
      const report = await get('/api/reports/daily')
      expect(report.summary).to.include({ drifted: 1, exceptions: 1, coverage_pct: 100 })
      expect(report.exceptions[0]).to.deep.include({ device_id: router, state: 'changed', reasons: ['drifted'] })
      expect((await get(`/api/artifacts/versions/${older.id}`)).pinned).to.equal(true)
    })

    it('appear and disappear with the device’s configuration', async () => {
      const router = await customer.hasRouter()
      await backUp(router, plain)
      const [{ id }] = await versionsOf(router)
      await pin(router, id)

      await backUp(router, edited)
      const away = await drifting()
      await backUp(router, plain)
      const back = await drifting()

      expect(away).to.deep.equal([router])
      expect(back).to.deep.equal([])
      expect(await lineageOf(router)).to.include({ versions_count: 3, pinned_version_id: id, drifted: false })
    })

    it('are reported as events when they start and end, also when the pin changes or is removed', async () => {
      const router = await customer.hasRouter()
      await backUp(router, plain)
      const [first] = await versionsOf(router)
      const { id: artifact } = await pin(router, first.id)

      await backUp(router, edited)
      const [second] = await versionsOf(router)
      await backUp(router, plain)
      const [third] = await versionsOf(router)
      await pin(router, second.id)
      await pin(router, third.id)
      await pin(router, second.id)
      must(await admin.delete(`/api/artifacts/${artifact}/pin`), 204)
      await publish(service)

      const events = (await get('/api/events')).filter(({ type }: Body) => type.startsWith('artifact.'))
      const lineage = { artifact_id: artifact, key: 'running-config', transport: 'ssh' }
      expect(events[0].device).to.include({ id: router })
      expect(events[0].data).to.deep.equal({ ...lineage, pinned_version_id: first.id, latest_version_id: second.id })
      expect(events.map(({ type, data }: Body) => [type, data.pinned_version_id])).to.deep.equal([
        ['artifact.drifted', first.id],
        ['artifact.aligned', first.id],
        ['artifact.drifted', second.id],
        ['artifact.aligned', third.id],
        ['artifact.drifted', second.id],
        ['artifact.aligned', null],
      ])
    })

    it('are not caused by revised comparison rules', async () => {
      const router = await changedRouter()
      const [, oldest] = await versionsOf(router)
      await backUp(router, plain)
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        Version.query(trx)
          .findById(oldest.id)
          .patch({ normalisedFingerprint: 'by older rules', normaliserRevision: 0 }),
      )
      const lineage = await pin(router, oldest.id)
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        Version.query(trx)
          .findById(oldest.id)
          .patch({ normalisedFingerprint: 'by older rules', normaliserRevision: 0 }),
      )

      await backUp(router, edited)
      await backUp(router, plain)

      expect(lineage.drifted).to.equal(false)
      expect((await lineageOf(router)).drifted).to.equal(false)
      expect((await stored(oldest.id)).normalisedFingerprint).not.to.equal('by older rules')
    })

    it('of a tree are counted by entry, with the snapshots named', async () => {
      const server = await customer.hasServer()
      await customer.backUpTree(server, [['etc', {}], ['etc/hosts', { bytes: 'one\n' }]]) // prettier-ignore
      await customer.backUpTree(server, [['etc', {}], ['etc/hosts', { bytes: 'two\n' }], ['etc/motd', { bytes: 'm\n' }]]) // prettier-ignore
      const [, older] = await versionsOf(server)
      const lineage = await pin(server, older.id)

      const drift = await get(`/api/artifacts/${lineage.id}/drift`)

      expect(drift).to.include({ drifted: true, added: 2, removed: 1, unified: null })
      expect(drift.pinned_snapshot_id).to.equal(older.snapshot_id)
    })

    it('end when it is unpinned', async () => {
      const router = await changedRouter()
      const [, older] = await versionsOf(router)
      const { id } = await pin(router, older.id)

      must(await admin.delete(`/api/artifacts/${id}/pin`), 204)

      expect(await drifting()).to.deep.equal([])
      expect((await admin.get(`/api/artifacts/${id}/drift`)).status).to.equal(404)
      expect((await admin.delete(`/api/artifacts/${id}/pin`)).status).to.equal(404)
      expect(await lineageOf(router)).to.include({ pinned_version_id: null, drifted: null })
    })

    it('require a version of the same lineage', async () => {
      const [router, other] = [await changedRouter(), await changedRouter()]
      const { id } = await lineageOf(router)
      const [foreign] = await versionsOf(other)

      const strange = await admin.put(`/api/artifacts/${id}/pin`, { version_id: foreign.id })
      const unknown = await admin.put(`/api/artifacts/${id}/pin`, { version_id: randomUUID() })

      expect([strange.status, unknown.status]).to.deep.equal([400, 404])
    })
  })
})
