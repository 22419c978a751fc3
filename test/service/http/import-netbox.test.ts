import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Writable } from 'node:stream'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { codedRejections, codedWarnings } from '../../support/inventories.ts'
import { pino } from 'pino'
import { message } from '../../../shared/messages/message.ts'
import { readNetbox } from '../../../service/domain/inventory/import-export/read-netbox.ts'
import type { DomainError } from '../../../service/domain/kernel/domain-error.ts'
import { createOutboundClient, checkAddressFor } from '../../../service/outbound/create-outbound-client.ts'
import { OutgoingFailed } from '../../../service/outbound/outbound-client.ts'
import { type NetboxOptions, aNetboxDevice, aNetboxPlatform, createNetbox } from '../../support/netbox.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

const netboxUrl = 'https://netbox.example.net'
const oldToken = '0123456789abcdef0123456789abcdef01234567'
const newToken = 'nbt_4F9DAouzURLb.zjebxBPzICiPbWz0Wtx0fTL7bCKXKGTYhNzkgC2S'

describe('a NetBox import', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  let logged = ''
  before(async () => {
    const kept = new Writable({
      write(chunk, _encoding, done) {
        logged += chunk
        done()
      },
    })
    service = await startTestService({ log: pino({ level: 'trace' }, kept) })
    admin = await service.as('platform_admin')
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
  })
  after(() => service.close())

  function hasNetbox(options: NetboxOptions) {
    const netbox = createNetbox(options)
    service.dependencies.outgoing = netbox.outgoing
    return netbox
  }

  const importFrom = (query: Record<string, string>, body?: object) => {
    const all = new URLSearchParams({ tenant: customer.id, ...query })
    return admin.post(`/api/inventory/import/netbox?${all}`, body)
  }
  const devices = async () => must(await admin.get(`/api/devices?tenant=${customer.id}&sort=name`), 200)

  it('is tested with responses that match NetBox’s own schemas', async () => {
    const file = path.join(import.meta.dirname, '../../fixtures/netbox/devices.schema.json')
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    const validate = ajv.compile(JSON.parse(fs.readFileSync(file, 'utf8')))
    const netbox = hasNetbox({
      devices: [aNetboxDevice(), aNetboxDevice({ name: null, platform: null, primary_ip: null })],
    })

    must(await importFrom({ url: netboxUrl }), 200)

    const answer = await netbox.outgoing(netbox.asked[0]!)
    expect(validate(JSON.parse(answer.body.toString())), JSON.stringify(validate.errors)).to.equal(true)
  })

  it('accepts a primary IP only as an address, and rejects a name', async () => {
    const primary = (address: string) => ({ primary_ip: { address } })
    hasNetbox({
      devices: [
        aNetboxDevice({ name: 'named', ...primary('attacker.example.net/32') }),
        aNetboxDevice({ name: 'v6', ...primary('2001:db8::7/64') }),
      ],
    })

    const report = must(await importFrom({ url: netboxUrl }), 200)

    expect(report.created.map(({ name }: { name: string }) => name)).to.deep.equal(['v6'])
    expect(codedRejections(report.rejected)).to.deep.equal([
      { row: 1, name: 'named', errors: ['primary_ip netbox_address_invalid'] },
    ])
  })

  it('adds devices with address, platform, site and tags, for the requested tenant', async () => {
    const netbox = hasNetbox({ devices: [aNetboxDevice()], token: oldToken })

    const report = must(await importFrom({ url: netboxUrl, token: oldToken }), 200)

    const warnings = report.warnings.filter(({ code }: { code?: string }) => code !== 'no_agent')

    expect({ ...report, warnings }).to.deep.equal({
      created: [{ row: 1, name: 'core-1' }],
      updated: [],
      rejected: [],
      warnings: [
        {
          row: null,
          name: null,
          code: 'unscheduled',
          params: { count: 1 },
          message: '1 new device has no schedule: Coffer backs it up only when you start a backup.',
        },
      ],
      pending_addresses: 0,
      dry_run: false,
    })
    const [device] = await devices()
    expect(device).to.deep.include({
      name: 'core-1',
      hostname: '192.0.2.17',
      platform: 'netco_iosxe',
      site: 'Gent',
      tags: ['backup'],
    })
    expect(new URL(netbox.asked[0]!.url).pathname).to.equal('/api/dcim/devices/')
  })

  it('updates only what NetBox changed, and keeps what NetBox does not have', async () => {
    hasNetbox({ devices: [aNetboxDevice()] })
    must(await importFrom({ url: netboxUrl }), 200)
    const [{ id }] = await devices()
    must(await admin.patch(`/api/devices/${id}?tenant=${customer.id}`, { schedule: '0 2 * * *' }), 200)
    hasNetbox({ devices: [aNetboxDevice({ primary_ip: null, tags: [] })] })

    const { updated } = must(await importFrom({ url: netboxUrl }), 200)

    expect(updated).to.deep.equal([{ row: 1, name: 'core-1', changed: ['tags'] }])
    expect((await devices())[0]).to.deep.include({ hostname: '192.0.2.17', schedule: '0 2 * * *', tags: [] })
  })

  for (const [version, token] of [
    ['1', oldToken],
    ['2', newToken],
  ] as const) {
    it(`authenticates with a version ${version} token, from the query or the body`, async () => {
      hasNetbox({ devices: [aNetboxDevice()], token })

      const byQuery = await importFrom({ url: netboxUrl, token, dry_run: 'true' })
      const byBody = await importFrom({ dry_run: 'true' }, { url: netboxUrl, token })

      expect([byQuery.status, byBody.status]).to.deep.equal([200, 200])
    })
  }

  it('reads all pages from the given address, whatever links NetBox returns', async () => {
    const many = Array.from({ length: 1_205 }, (_, at) => aNetboxDevice({ id: at, name: `d-${at}` }))
    const netbox = hasNetbox({ devices: many, maxConcurrent: 400 })

    const { created } = must(await importFrom({ url: netboxUrl, dry_run: 'true' }), 200)

    expect(created).to.have.length(1_205)
    expect(netbox.asked.map(({ url }) => new URL(url).host)).to.deep.equal(Array(4).fill('netbox.example.net'))
  })

  for (const [url, asked] of [
    ['https://netbox.example.net/', '/api/dcim/devices/'],
    ['https://netbox.example.net/api/', '/api/dcim/devices/'],
    ['https://netbox.example.net/api/dcim/devices/?tag=backup&site=gent', '/api/dcim/devices/'],
    ['https://netbox.example.net/api/virtualization/virtual-machines', '/api/virtualization/virtual-machines/'],
  ] as const) {
    it(`requests the right list for ${url}`, async () => {
      const netbox = hasNetbox({ devices: [aNetboxDevice()], virtualMachines: [aNetboxDevice()] })

      must(await importFrom({ url, dry_run: 'true' }), 200)

      const { pathname, searchParams } = new URL(netbox.asked[0]!.url)
      expect(pathname).to.equal(asked)
      expect(searchParams.get('tag')).to.equal(new URL(url).searchParams.get('tag'))
    })
  }

  it('gives the reason for each rejected device, and leaves out inactive ones', async () => {
    hasNetbox({
      devices: [
        aNetboxDevice({ name: null }),
        aNetboxDevice({ name: 'no-address', primary_ip: null }),
        aNetboxDevice({ name: 'acme-1', platform: aNetboxPlatform('Acme OS') }),
        aNetboxDevice({ name: 'bare', platform: null }),
        aNetboxDevice({ name: 'server', platform: aNetboxPlatform('Ubuntu') }),
        aNetboxDevice({ name: 'soon', status: { value: 'planned', label: 'Planned' } }),
        aNetboxDevice({ name: 'good', platform: aNetboxPlatform('NX-OS') }),
      ],
    })

    const { created, rejected, warnings } = must(await importFrom({ url: netboxUrl }), 200)

    expect(created).to.deep.equal([{ row: 7, name: 'good' }])
    expect(codedRejections(rejected).map(({ name, errors }) => [name, ...errors])).to.deep.equal([
      [null, 'name netbox_name_missing'],
      ['no-address', 'hostname required_for_new_device'],
      ['acme-1', 'platform required_for_new_device'],
      ['bare', 'platform required_for_new_device'],
      ['server', 'options.paths option_required'],
    ])
    expect(codedWarnings(warnings)).to.deep.equal([
      { code: 'netbox_without_address', params: {} },
      { code: 'platform_unknown', params: { platform: 'acme-os' } },
      { code: 'netbox_without_platform', params: {} },
      { code: 'netbox_inactive', params: { count: 1, states: ['planned', 'inventory', 'decommissioning'] } },
    ])
  })

  it('rejects a malformed entry, and imports the others', async () => {
    const odd = [
      { name: 5 },
      { name: 'a', status: 'active' },
      { name: 'b', primary_ip: { address: 5 } },
      { name: 'c', platform: { slug: 5 } },
      { name: 'd', site: ['Gent'] },
      { name: 'e', tags: {} },
      { name: 'f', tags: [null] },
      { name: 'g', tags: [{}] },
    ]
    hasNetbox({ devices: [...odd.map((fields) => aNetboxDevice(fields)), aNetboxDevice({ name: 'good' })] })

    const { created, rejected } = must(await importFrom({ url: netboxUrl }), 200)

    expect(created).to.deep.equal([{ row: 9, name: 'good' }])
    expect(codedRejections(rejected).flatMap(({ errors }) => errors)).to.deep.equal(
      odd.map((fields) => `${Object.keys(fields).at(-1)} netbox_field_invalid`),
    )
  })

  it('limits size and duration of NetBox responses', async () => {
    const page = (results: object[]) =>
      Buffer.from(JSON.stringify({ results, next: 'https://netbox.example.net/more' }))
    const answering = (body: Buffer) => async () => ({ status: 200, headers: {}, body })
    const read = (body: Buffer, totalMs: number) => {
      const limits = { pageBytes: 1024, pageMs: 1_000, totalMs }
      const source = { url: netboxUrl, token: null }
      return readNetbox(answering(body), source, AbortSignal.timeout(10_000), limits).catch(
        (error: DomainError) => error,
      )
    }

    const many = await read(page(Array.from({ length: 501 }, () => ({ name: 'a' }))), 1_000)
    const slow = await read(page([{ name: 'a' }]), -1)

    expect(many).to.have.nested.property('fieldErrors[0].error').that.deep.include({ code: 'netbox_page_too_long' })
    expect(many).to.have.nested.property('fieldErrors[0].error.params').that.include({ count: 501, max: 500 })
    expect(slow).to.include({ status: 503 })
  })

  it('waits for the previous import of the tenant, without blocking others', async () => {
    const other = await service.hasTenant()
    let answer: (() => void) | undefined
    const { outgoing } = createNetbox({ devices: [aNetboxDevice()] })
    service.dependencies.outgoing = async (request) => {
      await new Promise<void>((resolve) => (answer = resolve))
      return outgoing(request)
    }
    const first = importFrom({ url: netboxUrl })
    while (!answer) await new Promise((resolve) => setImmediate(resolve))
    service.dependencies.outgoing = outgoing

    const second = await importFrom({ url: netboxUrl })
    const ofOther = await admin.post(`/api/inventory/import/netbox?tenant=${other.id}&url=${netboxUrl}`)
    answer()

    expect([second.status, second.body.code]).to.deep.equal([503, 'busy'])
    expect(must(ofOther, 200).created).to.have.length(1)
    expect(must(await first, 200).created).to.have.length(1)
    must(await importFrom({ url: netboxUrl }), 200)
  })

  it('reports what is wrong with the token, the address or the NetBox', async () => {
    const answering = (status: number, body: string) => {
      service.dependencies.outgoing = async () => ({ status, headers: {}, body: Buffer.from(body) })
      return importFrom({ url: netboxUrl, token: oldToken })
    }
    const failing = (failure: OutgoingFailed) => {
      service.dependencies.outgoing = () => Promise.reject(failure)
      return importFrom({ url: netboxUrl, token: oldToken })
    }

    const answers = [
      await answering(403, '{}'),
      await answering(302, ''),
      await answering(404, '{}'),
      await answering(200, '<html>'),
      await answering(200, '{"results":[7]}'),
      await answering(502, ''),
      await failing(
        new OutgoingFailed(
          'tls_failed',
          message('outbound_tls_failed', { host: 'netbox.example.net', error: 'CERT_HAS_EXPIRED' }),
        ),
      ),
      await failing(
        new OutgoingFailed(
          'address_refused',
          message('address_not_allowed', { host: 'netbox.example.net', reason: 'link_local' }),
        ),
      ),
      await importFrom({}),
      await importFrom({ url: 'not an address' }),
    ]

    expect(answers.map(({ status, body }) => [status, body.errors?.[0].path ?? body.code])).to.deep.equal([
      [422, 'token'],
      [422, 'url'],
      [422, 'url'],
      [422, 'url'],
      [422, 'url'],
      [503, 'source_unreachable'],
      [503, 'source_unreachable'],
      [422, 'url'],
      [422, 'url'],
      [422, 'url'],
    ])
  })

  it('contacts a NetBox only at an allowed address', async () => {
    const netbox = createNetbox({ devices: [aNetboxDevice()], token: newToken })
    const server = http.createServer(async (req, res) => {
      const headers = { authorization: req.headers.authorization ?? '' }
      const url = `http://netbox${req.url}`
      const { status, body } = await netbox.outgoing({ method: 'GET', url, headers, timeoutMs: 0, maxBytes: 0 })
      res.writeHead(status).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      service.dependencies.outgoing = createOutboundClient({ checkAddress: () => null })
      const allowed = await importFrom({}, { url, token: newToken })
      service.dependencies.outgoing = createOutboundClient({ checkAddress: checkAddressFor(true) })
      const own = await importFrom({}, { url, token: newToken })
      const metadata = await importFrom({ url: 'http://169.254.169.254/latest' })

      expect(must(allowed, 200).created).to.have.length(1)
      expect([own.status, metadata.status]).to.deep.equal([422, 422])
      expect(own.body.errors[0]).to.include({ code: 'address_not_allowed' })
      expect(own.body.errors[0].params).to.include({ reason: 'own_host' })
    } finally {
      server.close()
    }
  })

  it('stores token and address neither in the log nor in the audit or an error', async () => {
    hasNetbox({ devices: [aNetboxDevice()], token: 'another' })
    const url = 'https://netbox.example.net/hidden-base/api/?key=hidden-key'

    const refused = await importFrom({ url, token: newToken })
    service.dependencies.outgoing = () => Promise.reject(new Error('our mistake'))
    const mistaken = await importFrom({ url, token: newToken })
    hasNetbox({ devices: [aNetboxDevice()] })
    must(await importFrom({ url: `${netboxUrl}/?key=hidden-key`, token: newToken }), 200)

    const records = must(await admin.get(`/api/audit?tenant=${customer.id}&action=inventory.import`), 200)
    expect(records[0].detail.source).to.equal('netbox netbox.example.net')
    expect([refused.status, mistaken.status]).to.deep.equal([422, 500])
    const texts = [refused.body, mistaken.body, records].map((body) => JSON.stringify(body)).join() + logged
    expect(texts).to.not.include('hidden').and.to.not.include('zjebxBPzICiPbWz0Wtx0fTL7bCKXKGTYhNzkgC2S')
  })
})
