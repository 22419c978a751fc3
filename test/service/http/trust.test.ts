import { createHash, randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { Fingerprint } from '../../../service/store/models/fingerprint.ts'
import { inScope, type ScopedTransaction } from '../../../service/store/scope.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'

const unknownId = '018f0000-0000-7000-8000-000000000000'

describe('fingerprints', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService({ now: new Date('2026-11-20T12:00:00Z') })
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
  })

  after(() => service.close())

  const inTenant = <T>(work: (trx: ScopedTransaction) => PromiseLike<T>) =>
    inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, work)

  /** Creates the rows of an agent's report. */
  const seen = async (deviceId: string, facts: Partial<Fingerprint> = {}) => {
    service.advance(1000)
    const id = randomUUIDv7()
    const now = service.dependencies.now()
    await inTenant((trx) =>
      Fingerprint.query(trx).insert({
        id,
        tenantId: customer.id,
        deviceId,
        kind: 'ssh_host_key',
        algorithm: 'ssh-ed25519',
        host: '192.0.2.1',
        port: 22,
        fingerprint: `SHA256:${createHash('sha256').update(id).digest('base64').replace('=', '')}`,
        status: 'pending',
        compared: false,
        firstSeenAt: now,
        lastSeenAt: now,
        ...facts,
      }),
    )
    return id
  }

  /** Approves as a user who read the fingerprint on the device. */
  const approve = async (id: string) => {
    const { fingerprint } = must(await admin.get(`/api/trust/fingerprints/${id}`), 200)
    return admin.post(`/api/trust/fingerprints/${id}/approve`, { displayed: fingerprint })
  }
  const reject = (id: string) => admin.post(`/api/trust/fingerprints/${id}/reject`)

  const listed = async (query: string) => must(await admin.get(`/api/trust/fingerprints?${query}`), 200)

  const statusesOf = async (deviceId: string, ids: string[]) => {
    const all: { id: string; status: string }[] = await listed(`device_id=${deviceId}`)
    return ids.map((id) => all.find((one) => one.id === id)?.status)
  }

  const auditOf = async (action: string, id: string) => {
    const records = must(await admin.get(`/api/audit?action=${action}`), 200)
    return records.find((record: { object_id: string }) => record.object_id === id)
  }

  describe('when listed', () => {
    it('have their device, latest first, in pages', async () => {
      const device = await customer.hasDevice()
      const ids = [await seen(device.id), await seen(device.id), await seen(device.id, { status: 'approved' })]
      const pages: string[][] = []
      let next: string | undefined = `/api/trust/fingerprints?device_id=${device.id}&limit=2`
      while (next) {
        const answer: Answer = await admin.get(next)
        pages.push(must(answer, 200).map((one: { id: string }) => one.id))
        next = /^<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1]
      }

      const [first] = await listed(`device_id=${device.id}`)

      expect(pages).to.deep.equal([[ids[2], ids[1]], [ids[0]]])
      expect(first.device).to.deep.equal({ id: device.id, name: device.name, platform: device.platform })
    })

    it('can be limited to pending ones', async () => {
      const device = await customer.hasDevice()
      const waiting = await seen(device.id)
      await seen(device.id, { status: 'approved' })

      const found = await listed(`device_id=${device.id}&pending_only=true`)

      expect(found.map((one: { id: string }) => one.id)).to.deep.equal([waiting])
    })

    it('are filtered by status and by whether they were compared', async () => {
      const device = await customer.hasDevice()
      await seen(device.id)
      const compared = await seen(device.id, { status: 'approved', compared: true })
      const accepted = await seen(device.id, { status: 'approved' })
      const idsOf = async (query: string) =>
        (await listed(`device_id=${device.id}&${query}`)).map((one: { id: string }) => one.id)

      expect(await idsOf('status=approved')).to.deep.equal([accepted, compared])
      expect(await idsOf('status=approved&compared=false')).to.deep.equal([accepted])
      expect(await idsOf('compared=true')).to.deep.equal([compared])
    })

    it('include for a pending one what is approved for its algorithm and address', async () => {
      const device = await customer.hasDevice()
      const approved = await seen(device.id, { status: 'approved', compared: true })
      await seen(device.id, { status: 'approved', algorithm: 'ssh-rsa' })
      await seen(device.id, { status: 'approved', port: 2222 })
      const other = await seen(device.id)
      const first = await seen(device.id, { algorithm: 'ecdsa-sha2-nistp256' })

      const found = await listed(`device_id=${device.id}&pending_only=true`)
      const alone = must(await admin.get(`/api/trust/fingerprints/${other}`), 200)

      const insteadOf = Object.fromEntries(
        found.map((one: { id: string; instead_of: { id: string } | null }) => [one.id, one.instead_of?.id ?? null]),
      )
      expect(insteadOf).to.deep.equal({ [other]: approved, [first]: null })
      expect(alone.instead_of).to.include({ id: approved, compared: true })
      expect(must(await admin.get(`/api/trust/fingerprints/${approved}`), 200).instead_of).to.equal(null)
    })

    it('are those of the client’s tenant', async () => {
      const device = await customer.hasDevice()
      await seen(device.id)
      const stranger = await (await service.hasTenant()).as('tenant_admin')

      expect(must(await stranger.get('/api/trust/fingerprints'), 200)).to.deep.equal([])
      expect(must(await stranger.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)).to.deep.equal([])
    })
  })

  it('that were superseded cannot be decided', async () => {
    const id = await seen((await customer.hasDevice()).id, { status: 'superseded' })

    for (const answer of [await approve(id), await reject(id)]) {
      expect([answer.status, answer.body.code]).to.deep.equal([409, 'superseded'])
    }
  })

  it('are decided by the tenant’s administrators, and isolated', async () => {
    const id = await seen((await customer.hasDevice()).id)
    const operator = await customer.as('tenant_operator')
    const stranger = await (await service.hasTenant()).as('tenant_admin')

    for (const action of ['approve', 'reject']) {
      const refused = await operator.post(`/api/trust/fingerprints/${id}/${action}`)
      const foreign = await stranger.post(`/api/trust/fingerprints/${id}/${action}`)
      const unknown = await stranger.post(`/api/trust/fingerprints/${unknownId}/${action}`)

      expect(refused.body.missing).to.equal('credential:write')
      expect([foreign.status, unknown.status]).to.deep.equal([404, 404])
      expect({ ...foreign.body, request_id: '' }).to.deep.equal({ ...unknown.body, request_id: '' })
    }
  })

  describe('of a device with a new address', () => {
    const tls = { kind: 'tls_certificate', algorithm: 'sha256', port: 443 } as const

    it('await comparison again at the new host', async () => {
      const device = await customer.hasDevice()
      const [ssh, certificate] = [await seen(device.id), await seen(device.id, tls)]
      for (const id of [ssh, certificate]) await approve(id)

      must(await admin.patch(`/api/devices/${device.id}`, { hostname: '192.0.2.9' }), 200)

      const all = await listed(`device_id=${device.id}`)
      expect(all.map((one: object) => one)).to.have.length(2)
      for (const one of all) {
        expect(one).to.include({
          host: '192.0.2.9',
          status: 'pending',
          compared: false,
          decided_at: null,
          decided_by: null,
        })
      }
      const { detail } = await auditOf('trust.address_changed', device.id)
      expect(detail).to.include({ name: device.name })
      expect(detail.to.host).to.equal('192.0.2.9')
    })

    it('await it again for another SSH port, but not those of the API', async () => {
      const device = await customer.hasDevice()
      const [ssh, certificate] = [await seen(device.id), await seen(device.id, tls)]
      for (const id of [ssh, certificate]) await approve(id)

      must(await admin.patch(`/api/devices/${device.id}`, { options: { ssh_port: 2222 } }), 200)

      const all = await listed(`device_id=${device.id}`)
      expect(all.find((one: { id: string }) => one.id === ssh)).to.include({ status: 'pending', port: 2222 })
      expect(all.find((one: { id: string }) => one.id === certificate)).to.include({ status: 'approved', port: 443 })
    })

    it('await it again for another port of an API over SSH, but not for SSH', async () => {
      const device = await customer.hasDevice({ platform: 'routeco_junos' })
      const [ssh, api] = [await seen(device.id), await seen(device.id, { port: 830 })]
      for (const id of [ssh, api]) await approve(id)

      must(await admin.patch(`/api/devices/${device.id}`, { options: { api_port: 8300 } }), 200)

      const all = await listed(`device_id=${device.id}`)
      expect(all.find((one: { id: string }) => one.id === ssh)).to.include({ status: 'approved', port: 22 })
      expect(all.find((one: { id: string }) => one.id === api)).to.include({ status: 'pending', port: 8300 })
    })

    it('stay approved if anything else changes, or the default port is written out', async () => {
      const device = await customer.hasDevice()
      const id = await seen(device.id)
      await approve(id)

      must(await admin.patch(`/api/devices/${device.id}`, { options: { ssh_port: 22 }, name: `x-${id}` }), 200)

      expect(await statusesOf(device.id, [id])).to.deep.equal(['approved'])
    })

    it('are superseded at the old address, and stay rejected if they were', async () => {
      const device = await customer.hasDevice()
      const [waiting, rejected] = [await seen(device.id), await seen(device.id, { status: 'rejected' })]

      must(await admin.patch(`/api/devices/${device.id}`, { hostname: '192.0.2.9' }), 200)

      expect(await statusesOf(device.id, [waiting, rejected])).to.deep.equal(['superseded', 'rejected'])
    })

    it('are not trusted at the new address if they were rejected there', async () => {
      const device = await customer.hasDevice()
      const id = await seen(device.id)
      const { fingerprint } = must(await approve(id), 200)
      const there = await seen(device.id, { host: '192.0.2.9', status: 'rejected', fingerprint })

      must(await admin.patch(`/api/devices/${device.id}`, { hostname: '192.0.2.9' }), 200)

      expect(await statusesOf(device.id, [id, there])).to.deep.equal(['superseded', 'rejected'])
    })
  })
})
