import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { createDeliverer } from '../../../service/domain/outbox/channels/deliver-notifications.ts'
import { createOutboundClient } from '../../../service/outbound/create-outbound-client.ts'
import { Version } from '../../../service/store/models/version.ts'
import { inScope } from '../../../service/store/scope.ts'
import { deliveryParts, publish } from '../../support/published-events.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type Answer, type Client, type TestService, must, startTestService } from '../../support/service.ts'

describe('summaries of changes', () => {
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
  const versionsOf = async (deviceId: string): Promise<Body> =>
    get(`/api/artifacts/${(await get(`/api/devices/${deviceId}/artifacts`))[0].id}/versions`)
  const backUp = (deviceId: string, text: string) => customer.backUpTexts(deviceId, { 'running-config': text })
  const stored = (id: string) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => Version.query(trx).findById(id).throwIfNotFound())

  const [one, two] = ['hostname r1\nntp server 192.0.2.1\nend\n', 'hostname r2\nntp server 192.0.2.1\nend\n'] as const
  const withServer = (text: string) => text.replace('192.0.2.1', '192.0.2.9')

  async function changed(before: string, after: string): Promise<string> {
    const router = await customer.hasRouter()
    await backUp(router, before)
    await backUp(router, after)
    return router
  }

  it('are in the language of the client, as a message too, and sealed in the database', async () => {
    const router = await changed(one, withServer(one))
    const [newer, older] = await versionsOf(router)

    expect(newer.summary).to.equal('ntp server 192.0.2.1 → 192.0.2.9')
    expect(newer.summary_message.code).to.equal('summary')
    expect(newer.change_group).to.match(/^[0-9a-f]{64}$/)
    expect(older).to.include({ summary: null, summary_message: null, change_group: null })
    const inFrench = await admin.get(`/api/artifacts/versions/${newer.id}`, { 'accept-language': 'fr' })
    expect(inFrench.body.summary).to.equal('ntp server 192.0.2.1 → 192.0.2.9')
    expect((await changes())[0].version.summary).to.equal(newer.summary)
    const { summary, metadata: _metadata, ...open } = await stored(newer.id)
    expect(summary!.toString('latin1')).to.not.include('ntp')
    expect(JSON.stringify(open)).to.not.include('ntp')
  })

  it('are in groups of equal changes, which one review covers', async () => {
    const routers = [await changed(one, withServer(one)), await changed(two, withServer(two))]
    const single = await changed(one, one.replace('end', 'ip http server\nend'))

    const groups: Body = await get('/api/changes/groups?reviewed=false')

    expect(groups.map(({ changes: n, devices, latest }: Body) => [n, devices, latest.version.summary])).to.deep.equal([
      [1, 1, 'ip http server added'],
      [2, 2, 'ntp server 192.0.2.1 → 192.0.2.9'],
    ])
    expect(groups[0].latest.device.id).to.equal(single)
    expect(groups[1].device_names).to.have.length(2)
    const group = groups[1].latest.version.change_group
    const members = await changes(`group=${group}&reviewed=false`)
    expect(members.map(({ device }: Body) => device.id)).to.have.members(routers)
    const ids = members.map(({ version }: Body) => version.id)
    must(await admin.post('/api/changes/review', { version_ids: ids, ticket: 'CHG-1' }), 200)
    expect(await get('/api/changes/groups?reviewed=false')).to.have.length(1)
    const records = await get('/api/audit?action=version.review')
    expect(records.map(({ object_id: id }: Body) => id)).to.have.members(ids)
  })

  it('are in pages of groups, by device and time', async () => {
    await changed(one, withServer(one))
    const router = await changed(one, one.replace('end', 'ip http server\nend'))

    const page = await admin.get('/api/changes/groups?limit=1')
    const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''

    expect(page.body[0].latest.device.id).to.equal(router)
    const [last] = await get(next)
    expect(last.latest.version.summary).to.include('ntp server')
    expect(await get(`/api/changes/groups?device_id=${router}`)).to.have.length(1)
    expect(await get(`/api/changes/groups?until=${last.first_captured_at}`)).to.deep.equal([])
  })

  it('do not group suspicious changes, which need their own decision', async () => {
    const routers = [await changed(one, withServer(one)), await changed(two, withServer(two))]
    const [version] = await versionsOf(routers[0]!)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      Version.query(trx)
        .findById(version.id)
        .patch({ suspicious: [message('last_section_missing')] }),
    )

    const groups = await get('/api/changes/groups')

    expect(groups.map(({ changes: n }: Body) => n)).to.deep.equal([1, 1])
    expect(await changes(`group=${version.change_group}`)).to.have.length(1)
  })

  it('are never grouped with equal changes of another customer', async () => {
    await changed(one, withServer(one))
    const another = await createAgentScene(service)
    const router = await another.hasRouter()
    for (const text of [one, withServer(one)]) await another.backUpTexts(router, { 'running-config': text })
    const [version] = await versionsOf((await changes())[0].device.id)

    const groups = await get('/api/changes/groups', await service.as('platform_operator'))
    const seen = await get(`/api/changes?group=${version.change_group}`, await another.as('tenant_admin'))

    expect(groups.slice(0, 2).map(({ changes: n }: Body) => n)).to.deep.equal([1, 1])
    expect(seen).to.deep.equal([])
  })

  it('are computed on request, if they were stored before there were summaries', async () => {
    const router = await changed(one, withServer(one))
    const [newer] = await versionsOf(router)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      Version.query(trx).findById(newer.id).patch({ summary: null, changeFingerprint: null }),
    )
    expect((await versionsOf(router))[0].summary).to.equal(null)

    const recompute = `/api/artifacts/${newer.artifact_id}/divergence/recompute`
    expect(must(await admin.post(recompute), 200)).to.deep.equal({ computed: 1, remaining: 0 })

    expect((await versionsOf(router))[0]).to.include({ summary: newer.summary, change_group: newer.change_group })
    expect(must(await admin.post(recompute), 200)).to.deep.equal({ computed: 0, remaining: 0 })
  })

  it('reach the receiver of a channel without lines of the configuration and without secrets', async () => {
    const received: Buffer[] = []
    const receiver = http.createServer(async (req, res) => {
      const head = Buffer.from(JSON.stringify([req.url, req.rawHeaders]))
      received.push(Buffer.concat([head, ...(await req.toArray())]))
      res.writeHead(204).end()
    })
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const allow = [{ address: '127.0.0.1', port }]
    const outgoing = createOutboundClient({ checkAddress: () => null, ownUrls: [], allow })
    const template =
      '{"text": "{{text}}", "title": "{{title}}", "summaries": {{json summaries}}, "events": {{json events}}}'
    const body = { name: 'hook', kind: 'http', http: { url: `http://127.0.0.1:${port}/x`, template } }
    const rules = [{ events: ['run.changed'] }]
    const { outgoing: usual } = service.dependencies
    service.dependencies.outgoing = outgoing
    must(await admin.post('/api/notification-channels', { ...body, rules, include_summaries: true }), 201)
    service.dependencies.outgoing = usual
    const before =
      'hostname r1\nsnmp-server community S3cretOld ro\nusername ops password 0 S3cretTwo\nbanner Zebra\nend\n'
    const after = before
      .replace('S3cretOld', 'S3cretNew')
      .replace('S3cretTwo', 'S3cretLine')
      .replace('Zebra', 'Quagga\nntp server 192.0.2.77')

    await changed(before, after)
    await publish(service)
    const deliverer = createDeliverer({ ...deliveryParts(service), outgoing }, () => undefined)
    for (let delivery = 0; delivery < 2; delivery += 1) {
      await deliverer.startDue()
      await deliverer.whenIdle()
    }
    receiver.close()

    const text = Buffer.concat(received).toString('latin1')
    expect(received).to.have.length(2)
    expect(text).to.include('snmp-server community')
    expect(text).not.to.match(/S3cret|Zebra|Quagga|192\.0\.2\.77/)
  })
})
