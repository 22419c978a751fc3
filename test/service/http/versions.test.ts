import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import type { Device } from '../../../service/store/models/device.ts'
import type { Version } from '../../../service/store/models/version.ts'
import { StoreUnreachable } from '../../../service/objects/object-store.ts'
import { type Client, type Customer, type TestService, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'

describe('versions over HTTP', () => {
  let service: TestService
  let customer: Customer
  let tenant: Scene
  let device: Device
  let versions: Version[]
  let operator: Client
  let outage: Error | null = null

  before(async () => {
    service = await startTestService({
      wrapStore: (store) => ({
        ...store,
        async get(key, range) {
          if (outage) throw outage
          return store.get(key, range)
        },
      }),
    })
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    tenant = await createScene(service.dependencies, customer)
    device = await tenant.hasDevice({ name: 'core-1' })
    versions = []
    for (const [n, text] of ['vlan 1\n', 'vlan 1\nvlan 2\n', 'vlan 2\nvlan 3\n'].entries()) {
      const capturedAt = new Date(Date.UTC(2025, 0, n + 1))
      versions.push(await tenant.hasText(device, text, { capturedAt, ...(n === 2 && { added: 1, removed: 1 }) }))
    }
  })
  after(() => service.close())
  afterEach(() => (outage = null))

  const artifact = () => versions[0]!.artifactId

  it('list a device’s lineages', async () => {
    const answer = await operator.get(`/api/devices/${device.id}/artifacts`)

    expect(answer.status).to.equal(200)
    expect(answer.body).to.have.length(1)
    expect(answer.body[0]).to.deep.include({
      id: artifact(),
      key: 'running-config',
      transport: 'ssh',
      kind: 'text',
      versions_count: 3,
      latest_version_id: versions[2]!.id,
      latest_captured_at: '2025-01-03T00:00:00.000Z',
      recent_sizes: [
        { captured_at: '2025-01-01T00:00:00.000Z', size_bytes: 7 },
        { captured_at: '2025-01-02T00:00:00.000Z', size_bytes: 14 },
        { captured_at: '2025-01-03T00:00:00.000Z', size_bytes: 14 },
      ],
    })
  })

  it('are listed with a link to the next page, until the last', async () => {
    const ids: string[] = []
    let next: string | undefined = `/api/artifacts/${artifact()}/versions?limit=2`
    for (let pages = 0; next && pages < 5; pages++) {
      const answer = await operator.get(next)
      ids.push(...answer.body.map(({ id }: { id: string }) => id))
      next = /^<([^>]+)>; rel="next"$/.exec(answer.headers.get('link') ?? '')?.[1]
    }

    expect(ids).to.deep.equal([versions[2]!.id, versions[1]!.id, versions[0]!.id])
  })

  it('name the author if the device reports it', async () => {
    const said = await tenant.hasText(device, 'hostname r1\n', { key: 'startup-config', facts: { author: 'jo' } })
    const authorOf = async (id: string) =>
      (await operator.get(`/api/artifacts/versions/${id}`)).body.reported_author as string | null

    expect([await authorOf(said.id), await authorOf(versions[0]!.id)]).to.deep.equal(['jo', null])
  })

  it('reject a cursor that no page returned', async () => {
    const answer = await operator.get(`/api/artifacts/${artifact()}/versions?cursor=xyz`)

    expect(answer.status).to.equal(422)
  })

  it('are read as text that browsers do not interpret', async () => {
    const answer = await operator.get(`/api/artifacts/versions/${versions[1]!.id}/content`)

    expect(answer.status).to.equal(200)
    expect(answer.bytes.toString()).to.equal('vlan 1\nvlan 2\n')
    expect(answer.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff')
    expect(answer.headers.get('content-disposition')).to.equal(null)
  })

  it('return the normalised text as response, preview and named download', async () => {
    const router = await tenant.hasDevice({ name: 'edge-1', platform: 'netco_iosxe' })
    const text = '! Last configuration change at 10:00:00 UTC\nhostname edge-1\nend\n'
    const { id } = await tenant.hasText(router, text, { capturedAt: new Date(Date.UTC(2025, 0, 1)) })
    const content = `/api/artifacts/versions/${id}/content?normalised=true`

    const whole = await operator.get(content)
    const preview = await operator.get(`${content}&max_lines=1`)
    const saved = await operator.get(`${content}&download=true`)

    expect(whole.body).to.equal('hostname edge-1\nend\n')
    expect(whole.headers.get('content-type')).to.equal('text/plain; charset=utf-8')
    expect(preview.body).to.equal('hostname edge-1\n')
    expect(preview.headers.get('x-coffer-preview')).to.equal('lines=1 total=2')
    expect(saved.body).to.equal(whole.body)
    expect(saved.headers.get('content-disposition')).to.contain('edge-1_running-config_20250101T000000Z_normalised.txt')
  })

  it('state how much a preview shows', async () => {
    const answer = await operator.get(`/api/artifacts/versions/${versions[1]!.id}/content?max_lines=1`)

    expect(answer.bytes.toString()).to.equal('vlan 1\n')
    expect(answer.headers.get('x-coffer-preview')).to.equal('lines=1 total=2')
  })

  it('are downloaded as an attachment, which a read-only role cannot do', async () => {
    const reader = await customer.as('tenant_readonly')
    const path = `/api/artifacts/versions/${versions[1]!.id}/content?download=true`

    const [download, refusal] = [await operator.get(path), await reader.get(path)]

    expect(download.headers.get('content-disposition')).to.equal(
      'attachment; filename=core-1_running-config_20250102T000000Z.txt',
    )
    expect(download.bytes.toString()).to.equal('vlan 1\nvlan 2\n')
    expect(refusal.status).to.equal(403)
    expect(refusal.body.missing).to.equal('config:download')
  })

  it('are audited for each read, marked if by a platform role', async () => {
    const admin = await service.as('platform_admin')
    await admin.get(`/api/artifacts/versions/${versions[0]!.id}/content`)
    await admin.get(
      `/api/artifacts/${artifact()}/diff?from=${versions[0]!.id}&to=${versions[1]!.id}&tenant=${tenant.id}`,
    )

    const records = await admin.get(`/api/audit?tenant=${tenant.id}&cross_tenant_only=true&limit=2`)

    expect(records.body.map(({ action }: { action: string }) => action)).to.deep.equal(['config.diff', 'config.read'])
    expect(records.body[1]).to.deep.include({ object: 'version', object_id: versions[0]!.id, tenant_id: tenant.id })
  })

  it('of two tenants are not compared, even by a platform role', async () => {
    const admin = await service.as('platform_admin')
    const other = await createScene(service.dependencies)
    const theirs = await other.hasText(await other.hasDevice(), 'vlan 9\n')

    const refusal = await admin.get(`/api/compare?from=${versions[0]!.id}&to=${theirs.id}`)

    expect(refusal.status).to.equal(400)
    expect(refusal.body.code).to.equal('versions_of_two_tenants')
    const records = await admin.get('/api/audit?action=config.diff&outcome=refused')
    expect(records.body.map(({ tenant_id: id }: { tenant_id: string }) => id)).to.have.members([tenant.id, other.id])
  })

  it('are compared', async () => {
    const answer = await operator.get(
      `/api/artifacts/${artifact()}/diff?from=${versions[1]!.id}&to=${versions[2]!.id}&context=0`,
    )

    expect(answer.status).to.equal(200)
    expect(answer.body).to.deep.include({
      from: versions[1]!.id,
      to: versions[2]!.id,
      added: 1,
      removed: 1,
      truncated: false,
    })
    expect(answer.body.unified).to.match(/^--- .*\n\+\+\+ .*\n@@ -1 \+0,0 @@\n-vlan 1\n@@ -2,0 \+2 @@\n\+vlan 3\n$/)
  })

  it('are compared with hunks that number lines from 1 and mark changed words', async () => {
    const port = await tenant.hasDevice()
    const [from, to] = [
      await tenant.hasText(port, 'hostname r1\nmtu 1500\n'),
      await tenant.hasText(port, 'hostname r1\nmtu 9000\n'),
    ]
    const ask = async (more = '') =>
      (await operator.get(`/api/artifacts/${from.artifactId}/diff?from=${from.id}&to=${to.id}${more}`)).body

    const { hunks } = await ask()

    expect(hunks).to.have.length(1)
    expect(hunks[0]).to.deep.include({ from_line: 2, from_lines: 1, to_line: 2, to_lines: 1 })
    expect(hunks[0].words).to.deep.equal([{ from_start: 4, from_end: 8, to_start: 4, to_end: 8 }])
  })

  it('are compared raw, or ignoring whitespace, on request', async () => {
    const port = await tenant.hasDevice()
    const [from, to] = [
      await tenant.hasText(port, '! Last configuration change at 10:00:00 UTC Tue Mar 4 2025\nmtu 1500\n'),
      await tenant.hasText(port, '! Last configuration change at 11:00:00 UTC Tue Mar 4 2025\n mtu  1500\n'),
    ]
    const ask = async (more: string) =>
      (await operator.get(`/api/artifacts/${from.artifactId}/diff?from=${from.id}&to=${to.id}${more}`)).body

    const answers = [await ask(''), await ask('&ignore_whitespace=true'), await ask('&text=raw&ignore_whitespace=true')]

    expect(answers.map(({ added }) => added)).to.deep.equal([1, 0, 1])
    expect(answers[2].unified).to.include('+! Last configuration change at 11:00:00')
  })

  it('are compared with three lines of context by default', async () => {
    const long = await tenant.hasDevice()
    const numbered = (middle: string) => ['a', 'b', 'c', 'd', middle, 'e', 'f', 'g', 'h', ''].join('\n')
    const [from, to] = [await tenant.hasText(long, numbered('1')), await tenant.hasText(long, numbered('2'))]
    const ask = (more = '') => operator.get(`/api/artifacts/${from.artifactId}/diff?from=${from.id}&to=${to.id}${more}`)

    const answers = [await ask(), await ask('&context=20'), await ask('&context=21'), await ask('&context=-1')]

    expect(answers[0]!.body.unified).to.match(/@@ -2,7 \+2,7 @@\n b\n c\n d\n-1\n\+2\n e\n f\n g\n$/)
    expect(answers[1]!.body.unified).to.include(' a\n').and.include(' h\n')
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 422, 422])
  })

  it('of two lineages are 400, unknown ones 404, and invalid ids 422', async () => {
    const other = await tenant.hasText(device, 'x', { key: 'inventory' })
    const ask = async (from: string) =>
      (await operator.get(`/api/artifacts/${artifact()}/diff?from=${from}&to=${versions[1]!.id}`)).status

    const statuses = [await ask(other.id), await ask(randomUUID()), await ask('x')]

    expect(statuses).to.deep.equal([400, 404, 422])
  })

  it('of another tenant are 404 in every operation, like unknown ones', async () => {
    const foreign = await (await service.hasTenant()).as('tenant_admin')
    const version = versions[0]!.id
    const paths = [
      `/api/devices/${device.id}/artifacts`,
      `/api/devices/${device.id}/divergence`,
      `/api/artifacts/${artifact()}/versions`,
      `/api/artifacts/versions/${version}`,
      `/api/artifacts/versions/${version}/content`,
      `/api/artifacts/versions/${version}/content?download=true`,
      `/api/artifacts/${artifact()}/diff?from=${version}&to=${version}`,
      `/api/artifacts/${artifact()}/divergence`,
    ]

    const answers = await Promise.all(paths.map((path) => foreign.get(path)))
    const recompute = await foreign.post(`/api/artifacts/${artifact()}/divergence/recompute`)

    for (const answer of [...answers, recompute]) expect(answer.status).to.equal(404)
  })

  it('are 503 with Retry-After while the store is unavailable', async () => {
    const version = await tenant.hasText(device, `unique ${randomUUID()}`, { key: 'version' })
    outage = new StoreUnreachable(message('store_connection_lost'))

    const answer = await operator.get(`/api/artifacts/versions/${version.id}/content`)

    expect(answer.status).to.equal(503)
    expect(answer.headers.get('content-type')).to.match(/^application\/problem\+json/)
    expect(answer.headers.get('retry-after')).to.not.equal(null)
  })

  it('rank their changes, and compute unknown sizes', async () => {
    const admin = await customer.as('tenant_admin')

    const before = await operator.get(`/api/artifacts/${artifact()}/divergence`)
    const recomputed = await admin.post(`/api/artifacts/${artifact()}/divergence/recompute`)
    const after = await operator.get(`/api/devices/${device.id}/divergence`)
    const refusal = await operator.post(`/api/artifacts/${artifact()}/divergence/recompute`)

    expect(before.body.ecarts.map(({ added }: { added: number | null }) => added)).to.deep.equal([1, null])
    expect(recomputed.body).to.deep.equal({ computed: 2, remaining: 0 })
    expect(after.body.ecarts[0]).to.deep.include({
      artifact_key: 'running-config',
      to_at: '2025-01-03T00:00:00.000Z',
      added: 1,
      removed: 1,
    })
    expect(refusal.status).to.equal(403)
  })
})
