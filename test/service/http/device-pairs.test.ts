import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { KeysDestroyed } from '../../../service/keys/keyring.ts'
import { inScope } from '../../../service/store/scope.ts'
import { codedErrors } from '../../support/field-errors.ts'
import { comparePairs, createComparer } from '../../support/compare-pairs.ts'
import { publish } from '../../support/published-events.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type Answer, type Client, must, startTestService, type TestService } from '../../support/service.ts'

const pairs = '/api/device-pairs'
const textOf = (host: string, address: string, ...rest: string[]) =>
  [`hostname ${host}`, 'interface Vlan1', ` ip address ${address} 255.255.255.0`, ...rest, 'end', ''].join('\n')
const declared = [
  { pattern: '^hostname', note: 'Each unit has its own name' },
  { pattern: String.raw`ip address (\S+) (\S+)`, note: null },
]

type Body = Answer['body']

describe('device pairs over the API', () => {
  let service: TestService
  let customer: AgentScene
  let admin: Client

  before(async () => {
    service = await startTestService()
  })

  after(() => service?.close())

  beforeEach(async () => {
    customer = await createAgentScene(service)
    admin = await customer.as('tenant_admin')
  })

  const get = async (path: string, client = admin): Promise<Body> => must(await client.get(path), 200)
  const backUp = (deviceId: string, text: string) => customer.backUpTexts(deviceId, { 'running-config': text })

  async function twins(...rest: string[]): Promise<{ first: string; second: string }> {
    const [first, second] = [await customer.hasRouter(), await customer.hasRouter()]
    await backUp(first, textOf('fw-a', '192.0.2.1'))
    await backUp(second, textOf('fw-b', '192.0.2.2', ...rest))
    return { first, second }
  }

  const artifactsOf = ({ first, second }: { first: string; second: string }): Promise<string[]> =>
    Promise.all([first, second].map(async (device) => (await get(`/api/devices/${device}/artifacts`))[0].id))

  const wanted = ({ first, second }: { first: string; second: string }, changes: object = {}) => ({
    ...{ name: 'Core firewalls', first_device_id: first, second_device_id: second, key: 'running-config' },
    ...{ declared_differences: declared },
    ...changes,
  })

  it('are saved with their state, changed and deleted, each with an audit record', async () => {
    const both = await twins()

    const created = must(await admin.post(pairs, wanted(both)), 201)
    const changed = must(await admin.patch(`${pairs}/${created.id}`, { declared_differences: [], note: 'Rack 4' }), 200)
    must(await admin.delete(`${pairs}/${created.id}`), 204)

    expect(created).to.deep.include({
      state: 'equal',
      differing_lines: 0,
      reason: null,
      declared_differences: declared,
    })
    expect(created.first).to.include({ device_id: both.first, platform: 'netco_iosxe' })
    expect(changed).to.include({ state: 'differs', differing_lines: 4, note: 'Rack 4', name: 'Core firewalls' })
    expect((await admin.get(`${pairs}/${created.id}`)).status).to.equal(404)
    const records = await get('/api/audit?object=device_pair')
    const ours = records.filter((one: Body) => one.object_id === created.id)
    expect(ours.map((one: Body) => one.action)).to.include.members([
      'device_pair.create',
      'device_pair.update',
      'device_pair.delete',
    ])
    const update = ours.find((one: Body) => one.action === 'device_pair.update')
    expect(update.detail.from.declared_differences).to.deep.equal(declared)
    expect(update.detail.to).to.deep.include({ declared_differences: [], note: 'Rack 4' })
  })

  it('are compared after a commit that stores another version of either device', async () => {
    const both = await twins()
    const { id, since } = must(await admin.post(pairs, wanted(both)), 201)

    expect(await comparePairs(service)).to.equal(0)
    await backUp(both.second, textOf('fw-b', '192.0.2.2', 'ntp server 192.0.2.9'))
    const compared = await comparePairs(service)
    const differing = await get(`${pairs}/${id}`)
    await backUp(both.first, textOf('fw-a', '192.0.2.7', 'ntp server 192.0.2.9'))
    await comparePairs(service)
    const aligned = await get(`${pairs}/${id}`)

    expect(compared).to.equal(1)
    expect(differing).to.include({ state: 'differs', differing_lines: 1 })
    expect(differing.since).to.not.equal(since)
    expect(differing.second.version_id).to.be.a('string')
    expect(aligned).to.include({ state: 'equal', differing_lines: 0 })
    expect(aligned.first.version_id).to.not.equal(differing.first.version_id)
    expect(await comparePairs(service)).to.equal(0)
  })

  it('emit an event when they begin to differ and when they no longer do, and none when they are deleted', async () => {
    const both = await twins('logging on')
    const { id } = must(await admin.post(pairs, wanted(both)), 201)
    must(await admin.patch(`${pairs}/${id}`, { note: 'still differs' }), 200)
    must(await admin.patch(`${pairs}/${id}`, { declared_differences: [...declared, { pattern: '^logging' }] }), 200)
    must(await admin.patch(`${pairs}/${id}`, { declared_differences: declared }), 200)
    must(await admin.delete(`${pairs}/${id}`), 204)

    await publish(service)
    const events = await get('/api/events?type=device_pair.differs&type=device_pair.aligned')

    expect(events.map(({ type, data }: Body) => [type, data.differing_lines])).to.deep.equal([
      ['device_pair.differs', 1],
      ['device_pair.aligned', 0],
      ['device_pair.differs', 1],
    ])
    expect(events[0].device.id).to.equal(both.first)
    expect(events[0].data).to.deep.include({ pair_id: id, name: 'Core firewalls', key: 'running-config' })
    expect(events[0].data.second_device.id).to.equal(both.second)
  })

  it('show what remains without the declared differences, and audit a reading of both configurations', async () => {
    const both = await twins('logging on')
    const { id } = must(await admin.post(pairs, wanted(both)), 201)

    const difference = await get(`${pairs}/${id}/diff?context=0`)

    expect(difference).to.include({ added: 1, removed: 0, truncated: false })
    expect(difference.unified).to.match(/^--- .*\n\+\+\+ .*\n@@ -3,0 \+4 @@\n\+logging on\n$/)
    expect(difference.hunks).to.deep.equal([{ from_line: 4, from_lines: 0, to_line: 4, to_lines: 1, words: [] }])
    expect(difference.ignored_from).to.deep.equal([{ line: 1, lines: 1 }])
    const records = (await get('/api/audit?action=config.diff')).filter((one: Body) => one.detail.pair_id === id)
    expect(records.map((one: Body) => one.object_id)).to.have.members(await artifactsOf(both))
  })

  it('audit a reading of both configurations when they are saved and changed', async () => {
    const both = await twins('logging on')
    const { id } = must(await admin.post(pairs, wanted(both)), 201)
    must(await admin.patch(`${pairs}/${id}`, { declared_differences: [] }), 200)
    must(await admin.post(pairs, wanted({ ...both, second: await customer.hasRouter() }, { name: 'no text' })), 201)

    const records: Body[] = await get('/api/audit?action=config.diff')
    const [saved, changed] = [records.filter(({ detail }) => !detail.pair_id), records.filter(({ detail }) => detail.pair_id === id)] // prettier-ignore

    const artifacts = await artifactsOf(both)
    expect(records).to.have.length(4)
    expect(saved.map((one) => one.object_id)).to.have.members(artifacts)
    expect(changed.map((one) => one.object_id)).to.have.members(artifacts)
  })

  it('can be compared before they are saved', async () => {
    const both = await twins('logging on')
    const { name: _, ...preview } = wanted(both)

    const remaining = must(await admin.post(`${pairs}/preview`, { ...preview, context: 0 }), 200)
    const all = must(await admin.post(`${pairs}/preview`, { ...preview, declared_differences: [] }), 200)

    expect([remaining.added, remaining.removed]).to.deep.equal([1, 0])
    expect([all.added, all.removed]).to.deep.equal([3, 2])
    expect(await get(pairs)).to.deep.equal([])
  })

  it('are listed by name in pages, by device, and only those that differ', async () => {
    const both = await twins('logging on')
    const other = await customer.hasRouter()
    const differing = must(await admin.post(pairs, wanted(both, { name: 'B' })), 201)
    const unknown = must(await admin.post(pairs, wanted({ ...both, second: other }, { name: 'A' })), 201)
    const ids = async (query: string) => (await get(`${pairs}?${query}`)).map((one: Body) => one.id)

    const page = await admin.get(`${pairs}?limit=1`)
    const next = /^<([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1] ?? ''

    expect(page.body.map((one: Body) => one.id)).to.deep.equal([unknown.id])
    expect((await get(next)).map((one: Body) => one.id)).to.deep.equal([differing.id])
    expect(await ids('differs=true')).to.deep.equal([differing.id])
    expect(await ids('differs=false')).to.deep.equal([unknown.id])
    expect(await ids(`device_id=${other}`)).to.deep.equal([unknown.id])
    expect(await ids(`device_id=${both.first}`)).to.deep.equal([unknown.id, differing.id])
  })

  it('are unknown without a version and when a device is decommissioned, and known again afterwards', async () => {
    const both = await twins()
    const empty = await customer.hasRouter()
    const pair = must(await admin.post(pairs, wanted({ ...both, second: empty })), 201)
    const state = async () => (await get(`${pairs}/${pair.id}`)).reason_message?.code ?? 'known'
    const refused = await admin.get(`${pairs}/${pair.id}/diff`)

    expect(pair).to.include({ state: 'unknown', differing_lines: null })
    expect(pair.reason).to.match(/has no stored running-config yet/)
    expect(refused.body).to.include({ status: 409, code: 'pair_not_comparable' })
    expect(await comparePairs(service)).to.equal(0)
    await backUp(empty, textOf('fw-c', '192.0.2.3'))
    await comparePairs(service)
    expect(await state()).to.equal('known')
    must(await admin.post(`/api/devices/${empty}/decommission`, {}), 200)
    await comparePairs(service)
    expect(await state()).to.equal('pair_device_decommissioned')
    must(await admin.post(`/api/devices/${empty}/reinstate`, {}), 200)
    await comparePairs(service)
    expect(await state()).to.equal('known')
  })

  it('cost no transaction each while what prevents their comparison is unchanged', async () => {
    const both = await twins()
    const { id } = must(await admin.post(pairs, wanted({ ...both, second: await customer.hasRouter() })), 201)
    const { knex } = service.dependencies
    await inScope(knex, { kind: 'platform' }, async (trx) => {
      const pair = await trx('device_pairs').where({ id }).first()
      const copies = Array.from({ length: 999 }, (_, at) => ({
        ...{ ...pair, id: randomUUIDv7(), name: `copy ${at}` },
        ...{ declared_differences: '[]', reason: JSON.stringify(pair.reason), compared_at: at < 300 ? null : pair.compared_at }, // prettier-ignore
      }))
      await trx('device_pairs').insert(copies)
    })
    const comparer = createComparer(service)

    await comparer.compare()
    const first = comparer.opened()
    await comparer.compare()

    expect(first).to.be.at.least(300).and.at.most(600)
    expect(comparer.opened()).to.equal(first)
  })

  it('are tried again an hour after the keys of the customer were missing', async () => {
    const both = await twins()
    must(await admin.post(pairs, wanted(both, { name: 'A' })), 201)
    must(await admin.post(pairs, wanted(both, { name: 'B' })), 201)
    await backUp(both.first, textOf('fw-a', '192.0.2.8'))
    const { repository, now } = service.dependencies
    let [time, reads] = [now().getTime(), 0]
    const withoutKeys = new Proxy(repository, {
      get: (target, name, receiver) => {
        if (typeof Reflect.get(target, name, receiver) !== 'function') return Reflect.get(target, name, receiver)
        return () => {
          reads++
          throw new KeysDestroyed(customer.id)
        }
      },
    })
    const { compare } = createComparer(service, { repository: withoutKeys, now: () => new Date(time) })

    await compare()
    await compare()
    const within = reads
    time += 61 * 60_000
    await compare()

    expect([within, reads]).to.deep.equal([1, 2])
  })

  it('are refused with a field error for unknown devices, artifacts and patterns', async () => {
    const both = await twins()
    const elsewhere = await (await createAgentScene(service)).hasRouter()
    const faults = async (changes: object) =>
      codedErrors((await admin.post(pairs, wanted(both, changes))).body).map(({ path, code }) => [path, code])

    expect(await faults({ second_device_id: both.first })).to.deep.equal([['second_device_id', 'pair_same_device']])
    expect(await faults({ second_device_id: elsewhere })).to.deep.equal([['second_device_id', 'device_not_found']])
    expect(await faults({ key: 'no-such-config' })).to.deep.equal([['key', 'pair_key_unknown']])
    expect(await faults({ declared_differences: [{ pattern: 'a' }, { pattern: '(?=b)' }] })).to.deep.equal([
      ['declared_differences.1.pattern', 'pattern_lookaround'],
    ])
    const many = Array.from({ length: 51 }, () => ({ pattern: 'a' }))
    expect((await admin.post(pairs, wanted(both, { declared_differences: many }))).status).to.equal(422)
    const long = [{ pattern: 'a'.repeat(201) }]
    expect((await admin.post(pairs, wanted(both, { declared_differences: long }))).status).to.equal(422)
  })

  it('have names that are unique to the customer', async () => {
    const both = await twins()
    must(await admin.post(pairs, wanted(both)), 201)

    const repeated = await admin.post(pairs, wanted(both))

    expect(repeated.body).to.include({ status: 409, code: 'name_taken' })
  })

  it('are invisible to other customers, and changed by users who may change devices only', async () => {
    const both = await twins('logging on')
    const { id } = must(await admin.post(pairs, wanted(both)), 201)
    const stranger = await (await createAgentScene(service)).as('tenant_admin')
    const viewer = await customer.as('tenant_readonly')

    for (const path of [`${pairs}/${id}`, `${pairs}/${id}/diff`]) {
      expect((await stranger.get(path)).status, path).to.equal(404)
    }
    const { name: _, ...preview } = wanted(both)
    expect((await stranger.post(`${pairs}/preview`, preview)).status).to.equal(422)
    expect((await stranger.delete(`${pairs}/${id}`)).status).to.equal(404)
    expect(await get(pairs, stranger)).to.deep.equal([])
    expect((await viewer.get(`${pairs}/${id}`)).status).to.equal(200)
    expect((await viewer.patch(`${pairs}/${id}`, { note: 'x' })).status).to.equal(403)
    expect((await viewer.post(pairs, wanted(both, { name: 'other' }))).status).to.equal(403)
  })
})
