import { createHash, randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import { Fingerprint } from '../../../service/store/models/fingerprint.ts'
import { inScope, type ScopedTransaction } from '../../../service/store/scope.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../support/service.ts'

describe('fingerprints', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let person: string

  before(async () => {
    service = await startTestService({ now: new Date('2026-11-20T12:00:00Z') })
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    person = must(await admin.get('/api/auth/me'), 200).email
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

  describe('when approved', () => {
    it('record who compared them and when', async () => {
      const device = await customer.hasDevice()
      const id = await seen(device.id)

      const answer = await approve(id)

      expect(answer.status).to.equal(200)
      expect(answer.body).to.include({
        id,
        status: 'approved',
        compared: true,
        decided_by: person,
        decided_at: service.dependencies.now().toISOString(),
      })
      expect((await auditOf('fingerprint.approve', id)).detail).to.deep.equal({
        device_id: device.id,
        device: device.name,
        kind: 'ssh_host_key',
        algorithm: 'ssh-ed25519',
        fingerprint: answer.body.fingerprint,
        host: '192.0.2.1',
        port: 22,
        was: 'pending',
        comparison: 'displayed',
      })
    })

    it('without evidence are approved as not compared, as the audit shows', async () => {
      const id = await seen((await customer.hasDevice()).id)

      const answer = await admin.post(`/api/trust/fingerprints/${id}/approve`)

      expect(answer.status).to.equal(200)
      expect(answer.body).to.include({ status: 'approved', compared: false, comparison: null, decided_by: person })
      expect((await auditOf('fingerprint.approve', id)).detail.comparison).to.equal('none: host not compared')
    })

    it('without evidence remain compared if they were', async () => {
      const id = await seen((await customer.hasDevice()).id)
      await approve(id)

      const answer = await admin.post(`/api/trust/fingerprints/${id}/approve`, {})

      expect(answer.body).to.include({ status: 'approved', compared: true, comparison: 'displayed' })
    })

    it('are compared with the text a device displays, in any notation', async () => {
      const tls = { kind: 'tls_certificate', algorithm: 'EC prime256v1', port: 443 } as const
      const hex = createHash('sha256').update('a certificate').digest('hex').toUpperCase()
      const pairs = hex.match(/../g)!.join(':')
      const key = createHash('sha256').update('a key').digest('base64')
      const displayed: [Partial<Fingerprint>, string][] = [
        [{ fingerprint: `SHA256:${key.replace('=', '')}` }, `${key}`],
        [{ ...tls, fingerprint: pairs }, hex.toLowerCase()],
        [{ ...tls, fingerprint: pairs }, `sha256 Fingerprint=${pairs}`],
      ]
      for (const [facts, words] of displayed) {
        const id = await seen((await customer.hasDevice()).id, facts)
        const other = await admin.post(`/api/trust/fingerprints/${id}/approve`, {
          displayed: `SHA256:${'B'.repeat(43)}`,
        })
        const answer = await admin.post(`/api/trust/fingerprints/${id}/approve`, { displayed: words })

        expect([other.status, other.body.errors?.[0].path]).to.deep.equal([422, 'displayed'])
        expect(answer.body).to.include({ compared: true, comparison: 'displayed' })
      }
    })

    it('are compared by other means only with a note', async () => {
      const id = await seen((await customer.hasDevice()).id)
      const note = 'read over the phone by the site engineer'

      const silent = await admin.post(`/api/trust/fingerprints/${id}/approve`, { compared_out_of_band: true })
      const answer = await admin.post(`/api/trust/fingerprints/${id}/approve`, { compared_out_of_band: true, note })

      expect([silent.status, silent.body.errors[0].path]).to.deep.equal([422, 'note'])
      expect(answer.body).to.include({ compared: true, comparison: 'out_of_band', comparison_note: note })
      expect((await auditOf('fingerprint.approve', id)).detail).to.include({ comparison: 'out_of_band', note })
    })

    it('cannot be approved by an API token', async () => {
      const id = await seen((await customer.hasDevice()).id)
      const made = must(await admin.post('/api/auth/tokens', { name: 'inventory', role: 'tenant_admin' }), 201)

      const refused = await clientOf(service.url, made.token).post(`/api/trust/fingerprints/${id}/approve`)

      expect([refused.status, refused.body.missing]).to.deep.equal([403, 'session'])
    })

    it('replace the previous one of the same kind, algorithm and address only', async () => {
      const [device, another] = [await customer.hasDevice(), await customer.hasDevice()]
      const status = 'approved' as const
      const before = await seen(device.id, { status })
      const others = [
        await seen(device.id, { status, algorithm: 'ssh-rsa' }),
        await seen(device.id, { status, port: 2222 }),
        await seen(device.id, { status, kind: 'tls_certificate' }),
      ]
      const elsewhere = await seen(another.id, { status })

      const id = await seen(device.id)
      await approve(id)

      expect(await statusesOf(device.id, [before, id])).to.deep.equal(['superseded', 'approved'])
      expect(await statusesOf(device.id, others)).to.deep.equal(['approved', 'approved', 'approved'])
      expect(await statusesOf(another.id, [elsewhere])).to.deep.equal(['approved'])
    })

    it('of a changed host need a confirmation, the first ones do not', async () => {
      const device = await customer.hasDevice()
      const unconfirmed = clientOf(service.url, (await customer.as('tenant_admin')).token)
      const [first, changed] = [await seen(device.id), await seen(device.id)]
      must(await unconfirmed.post(`/api/trust/fingerprints/${first}/approve`), 200)

      const refused = await unconfirmed.post(`/api/trust/fingerprints/${changed}/approve`)
      const before = await statusesOf(device.id, [first, changed])
      await approve(changed)

      expect([refused.status, refused.body.missing]).to.deep.equal([403, 'confirmation'])
      expect(before).to.deep.equal(['approved', 'pending'])
      expect(await statusesOf(device.id, [first, changed])).to.deep.equal(['superseded', 'approved'])
    })

    it('trusted on first use count as compared from then on', async () => {
      const device = await customer.hasDevice()
      const accepted = { status: 'approved', decidedBy: 'first sight', decidedAt: service.dependencies.now() } as const
      const id = await seen(device.id, accepted)

      const answer = await approve(id)

      expect(answer.body).to.include({ status: 'approved', compared: true, decided_by: person })
      expect((await auditOf('fingerprint.approve', id)).detail.was).to.equal('accepted at first sight')
    })

    it('unmark the versions that were collected with them, and no others', async () => {
      const device = await customer.hasDevice()
      const earlier = await version(device.id, 'ssh')
      const id = await seen(device.id, { status: 'approved', decidedAt: service.dependencies.now() })
      const [own, byApi] = [await version(device.id, 'ssh'), await version(device.id, 'api')]

      await approve(id)

      const { rows } = await inTenant((trx) =>
        trx.raw('select id, host_not_compared as marked from versions where device_id = ?', [device.id]),
      )
      const marked = rows.filter((row: { marked: boolean }) => row.marked).map((row: { id: string }) => row.id)
      expect(marked).to.have.members([earlier, byApi])
      expect(marked).not.to.include(own)
    })

    /** Adds a version, captured now, of a host that was not compared. */
    async function version(deviceId: string, transport: string): Promise<string> {
      const [id, artifactId, jobId] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
      const at = service.dependencies.now()
      const [tenant_id, device_id] = [customer.id, deviceId]
      await inTenant(async (trx) => {
        await trx('jobs').insert({
          id: jobId,
          tenant_id,
          device_id,
          kind: 'backup',
          trigger: 'manual',
          requested_by: 'somebody',
          status: 'succeeded',
          queued_at: at,
          not_before: at,
        })
        const lineage = { tenant_id, device_id, transport, key: `key-${id}`, kind: 'text' }
        await trx('artifacts').insert({ id: artifactId, created_at: at, ...lineage })
        await trx('versions').insert({
          id,
          tenant_id,
          device_id,
          artifact_id: artifactId,
          job_id: jobId,
          captured_at: at,
          last_seen_at: at,
          fingerprint: 'x',
          normalised_fingerprint: 'x',
          normaliser_revision: 1,
          content: '{"size":0,"chunks":[]}',
          size_bytes: 0,
          lab_mode: false,
          host_not_compared: true,
        })
      })
      return id
    }

    it('stay approved when approved twice', async () => {
      const id = await seen((await customer.hasDevice()).id)
      const first = await approve(id)
      service.advance(60_000)

      expect((await approve(id)).body).to.deep.equal(first.body)
    })

    it('can be approved after a rejection', async () => {
      const id = await seen((await customer.hasDevice()).id)

      expect((await reject(id)).body).to.include({ status: 'rejected', decided_by: person })
      expect((await approve(id)).body.status).to.equal('approved')
      expect((await reject(id)).body.status).to.equal('rejected')
      expect((await auditOf('fingerprint.reject', id)).detail.was).to.equal('approved')
    })

    it('are approved one at a time, in any order', async () => {
      const device = await customer.hasDevice()
      const ids = [await seen(device.id), await seen(device.id), await seen(device.id)]

      const answers = await Promise.all(ids.map(approve))

      const statuses = await statusesOf(device.id, ids)
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200])
      expect(statuses.filter((status) => status === 'approved')).to.have.length(1)
    })
  })
})
