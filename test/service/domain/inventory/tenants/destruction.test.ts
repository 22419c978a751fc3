import { createPublicKey, verify } from 'node:crypto'
import { expect } from 'chai'
import type { FailpointName } from '../../../../../service/domain/jobs/failpoint.ts'
import {
  type DestructionDependencies,
  carryOutDestructions,
} from '../../../../../service/domain/recovery/destruction/carry-out.ts'
import { tablesInOrder } from '../../../../../service/domain/recovery/destruction/delete-rows.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { tables } from '../../../../../service/store/tables.ts'
import { withoutDestructionDelay } from '../../../../support/delays.ts'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'
import { type FullScene, createFullScene } from '../../../../support/scene/full-scene.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000

describe('a destruction', () => {
  let service: TestService
  let admin: Client
  let doomed: FullScene

  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  beforeEach(async () => {
    doomed = await createFullScene(service)
    await inPlatform((trx) => trx('destructions').where({ tenant_id: doomed.id }).delete()) // the row without effect
  })

  type Work<T> = Parameters<typeof inScope<T>>[2]
  const inPlatform = <T>(work: Work<T>) => inScope(service.dependencies.knex, { kind: 'platform' }, work)
  const dependencies = (): DestructionDependencies => {
    const { knex, keys, serviceKeys, store, now } = service.dependencies
    const runInSystemTransaction = systemTransactions(service.dependencies)
    return { knex, keys, serviceKeys, store, now, runInSystemTransaction, readClock: () => Promise.resolve(now()) }
  }

  /** Runs a replica's scheduler. @returns the outcome of each destruction */
  async function carryOut(changes: Partial<DestructionDependencies> = {}): Promise<string[]> {
    const ends: string[] = []
    await carryOutDestructions({ ...dependencies(), ...changes }, (_destruction, outcome) => {
      ends.push(outcome instanceof Error ? outcome.message : outcome.outcome)
    })
    return ends
  }

  const destroyKeys = async () =>
    must(await admin.post(`/api/tenants/${doomed.id}/destroy-key`, { confirm: doomed.slug }), 202).destruction
  const deleteTenant = async () => must(await admin.delete(`/api/tenants/${doomed.id}?confirm=${doomed.slug}`), 202)
  const stateOf = async (id: string) => must(await admin.get(`/api/destructions/${id}`), 200).state
  const read = () => admin.get(`/api/artifacts/versions/${doomed.ids['version_id']}/content?tenant=${doomed.id}`)
  const eventsOf = (id: string) =>
    inPlatform((trx) => trx('events').whereRaw(`data ->> 'destruction_id' = ?`, [id]).orderBy('recorded_order').pluck('type')) // prettier-ignore
  const objects = async () =>
    (await Array.fromAsync(service.dependencies.store.list(`tenants/${doomed.id}/`))).map(({ key }) =>
      key.split('/').at(-1),
    )

  it('of keys waits for seven days, is announced, and then has a certificate', async () => {
    const { id, due_at } = await destroyKeys()
    const meanwhile = [await carryOut(), (await read()).status]
    const shown = must(await (await doomed.as('tenant_readonly')).get(`/api/tenants/${doomed.id}`), 200)
    const events = await eventsOf(id)
    service.advance(7 * dayMs)

    const ends = await carryOut()

    expect(Date.parse(due_at)).to.equal(service.dependencies.now().getTime())
    expect(meanwhile).to.deep.equal([[], 200])
    expect(shown.destruction).to.include({ id, state: 'pending', kind: 'keys', due_at })
    expect(events).to.deep.equal(['destruction.requested'])
    expect(ends).to.deep.equal(['done'])
    expect((await read()).body.code).to.equal('keys_destroyed')
    expect(await objects()).to.have.members(['certificate-keys', 'tombstone'])
    expect(await eventsOf(id)).to.deep.equal(['destruction.requested', 'destruction.completed'])
    expect(await stateOf(id)).to.equal('done')
  })

  it('certifies by name what was destroyed, with a verifiable signature', async () => {
    const { id } = await destroyKeys()
    const early = await admin.get(`/api/destructions/${id}/certificate`)
    const device = must(await admin.get(`/api/devices/${doomed.ids['device_id']}?tenant=${doomed.id}`), 200)
    service.advance(7 * dayMs)
    await carryOut()

    const { certificate, signature } = must(await admin.get(`/api/destructions/${id}/certificate`), 200)

    expect([early.status, early.body.code]).to.deep.equal([409, 'destruction_unfinished'])
    expect(certificate).to.deep.include({ id, kind: 'keys', completed_at: service.dependencies.now().toISOString() })
    expect(certificate.tenant).to.deep.equal({ id: doomed.id, slug: doomed.slug, name: doomed.slug })
    expect(certificate.destroyed.devices).to.deep.include({ id: device.id, name: device.name })
    for (const counted of ['key_generations', 'versions', 'snapshots', 'packs', 'objects', 'runs']) {
      expect(certificate.destroyed[counted], counted).to.be.greaterThan(0)
    }
    const der = Buffer.concat([
      Buffer.from('302a300506032b6570032100', 'hex'),
      Buffer.from(signature.public_key, 'base64'),
    ]) // RFC 8410
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const isSigned = (signed: object) => verify(null, Buffer.from(sorted(signed)), key, Buffer.from(signature.value, 'base64')) // prettier-ignore
    expect([isSigned(certificate), isSigned({ ...certificate, kind: 'tenant' })]).to.deep.equal([true, false])
    expect(signature.public_key).to.equal(service.dependencies.serviceKeys.signing.publicKey.toString('base64'))
  })

  it('can be withdrawn until it is due', async () => {
    const { id } = await destroyKeys()
    service.advance(7 * dayMs - 1)
    const withdrawn = must(await admin.delete(`/api/destructions/${id}`), 200)
    service.advance(1)
    const ends = await carryOut()
    const kept = (await read()).status
    const again = await destroyKeys()
    service.advance(7 * dayMs)
    const late = await admin.delete(`/api/destructions/${again.id}`)

    expect(withdrawn.state).to.equal('withdrawn')
    expect([ends, kept]).to.deep.equal([[], 200])
    expect(await eventsOf(id)).to.deep.equal(['destruction.requested', 'destruction.withdrawn'])
    expect([late.status, late.body.code]).to.deep.equal([409, 'destruction_begun'])
    await carryOut()
  })

  it('is requested once, with the right confirmation, by a platform_admin in a session', async () => {
    const wrong = await admin.delete(`/api/tenants/${doomed.id}?confirm=another`)
    const first = await destroyKeys()
    const second = await admin.delete(`/api/tenants/${doomed.id}?confirm=${doomed.slug}`)
    const own = await (await doomed.as('tenant_admin')).delete(`/api/tenants/${doomed.id}?confirm=${doomed.slug}`)
    const token = must(await admin.post('/api/auth/tokens', { name: doomed.slug, role: 'platform_admin' }), 201).token
    const program = await admin.send('DELETE', `/api/tenants/${doomed.id}?confirm=${doomed.slug}`, undefined, {
      authorization: `Bearer ${token}`,
    })

    expect([wrong.status, wrong.body.errors[0].path]).to.deep.equal([422, 'confirm'])
    expect([second.status, second.body.code]).to.deep.equal([409, 'destruction_pending'])
    expect([own.status, own.body.missing]).to.deep.equal([403, 'purge:force'])
    expect([program.status, program.body.missing]).to.deep.equal([403, 'session'])
    must(await admin.delete(`/api/destructions/${first.id}`), 200)
  })

  it('keeps its due time when the delay is shortened, which itself waits for the old delay', async () => {
    const before = await destroyKeys()
    const { destruction_delay_days, destruction_delay_next } = must(
      await admin.patch('/api/settings', { destruction_delay_days: 0 }),
      200,
    )
    must(await admin.delete(`/api/destructions/${before.id}`), 200)
    const during = await destroyKeys()
    service.advance(7 * dayMs)
    const after = must(await admin.get('/api/settings'), 200)
    const longer = must(await admin.patch('/api/settings', { destruction_delay_days: 7 }), 200)
    await carryOut()

    expect([destruction_delay_days, destruction_delay_next.days]).to.deep.equal([7, 0])
    expect(Date.parse(during.due_at)).to.equal(service.dependencies.now().getTime())
    expect([after.destruction_delay_days, after.destruction_delay_next]).to.deep.equal([0, null])
    expect([longer.destruction_delay_days, longer.destruction_delay_next]).to.deep.equal([7, null])
    const [row] = must(await admin.get('/api/audit?action=settings.update'), 200)
    expect(row.detail.values.destruction_delay).to.deep.equal({ before: 0, after: 7 })
  })

  describe('of a tenant', () => {
    it('covers every table of a tenant', () => {
      const own = Object.entries(tables).flatMap(([name, scope]) => (scope !== 'platform' ? [name] : []))

      // a certificate remains, and ends of life are of no tenant
      const others = ['destructions', 'end_of_life']
      expect([...tablesInOrder].sort()).to.deep.equal(own.filter((name) => !others.includes(name)).sort())
    })

    it('leaves only the certificate and the tombstone', async () => {
      const hostname = 'only-here.example.net'
      const { name } = must(await admin.post(`/api/devices?tenant=${doomed.id}`, { name: 'only-one', hostname, platform: 'netco_iosxe' }), 201) // prettier-ignore
      const owner = await doomed.as('tenant_admin')
      const { id } = await deleteTenant()
      const meanwhile = (await owner.get('/api/devices')).status
      service.advance(7 * dayMs)

      const ends = await carryOut()

      expect([meanwhile, ends]).to.deep.equal([200, ['done']])
      for (const table of tablesInOrder) {
        const column = table === 'tenants' ? 'id' : 'tenant_id'
        expect(await inPlatform((trx) => trx(table).where({ [column]: doomed.id })), table).to.deep.equal([])
      }
      for (const word of [hostname, name, doomed.slug]) {
        for (const table of Object.keys(tables).filter((one) => one !== 'destructions')) {
          const { rows } = await inPlatform((trx) => trx.raw('select 1 from ?? as t where t::text ilike ?', [table, `%${word}%`])) // prettier-ignore
          expect(rows, `${word} in ${table}`).to.deep.equal([])
        }
      }
      expect(await objects()).to.have.members(['certificate-tenant', 'tombstone'])
      expect((await owner.get('/api/devices')).status).to.equal(401)
      expect((await admin.get(`/api/tenants/${doomed.id}`)).status).to.equal(404)
      const { certificate } = must(await admin.get(`/api/destructions/${id}/certificate`), 200)
      expect(certificate.destroyed.devices.map((device: { name: string }) => device.name)).to.include('only-one')
      const [record] = must(await admin.get('/api/audit?action=tenant.deleted'), 200)
      expect(record).to.deep.include({ object_id: doomed.id, tenant_id: null, detail: { destruction_id: id } })
    })

    const moments = ['after_erase', 'after_tombstone', 'after_inventory', 'after_objects', 'after_rows', 'after_certificate'] // prettier-ignore
    for (const moment of moments as FailpointName[]) {
      it(`is completed by another replica when one is killed ${moment.replace('_', ' the ')}`, async () => {
        const { id } = await deleteTenant()
        service.advance(7 * dayMs)
        const failpoint = (name: FailpointName) => {
          if (name === moment) throw new Error('killed')
        }

        const killed = await carryOut({ failpoint })
        const atOnce = await carryOut()
        service.advance(10 * 60_000)
        const later = await carryOut()

        expect([killed, atOnce, later]).to.deep.equal([['killed'], [], ['done']])
        expect(await stateOf(id)).to.equal('done')
        expect(await objects()).to.have.members(['certificate-tenant', 'tombstone'])
        expect((await eventsOf(id)).filter((type) => type === 'destruction.completed')).to.have.length(1)
        const { certificate } = must(await admin.get(`/api/destructions/${id}/certificate`), 200)
        expect(certificate.destroyed.versions).to.be.greaterThan(0)
        expect(certificate.destroyed.devices).to.have.length.greaterThan(0)
      })
    }

    it('is executed once by two concurrent replicas', async () => {
      const { id } = await deleteTenant()
      service.advance(7 * dayMs)
      const both = Promise.withResolvers<void>()
      let waiting = 0
      const failpoint = async (name: FailpointName) => {
        if (name !== 'after_inventory') return
        if (++waiting === 2) both.resolve()
        await both.promise
      }

      const first = carryOut({ failpoint })
      while (waiting === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      service.advance(10 * 60_000) // longer than a replica's lease
      const ends = await Promise.all([first, carryOut({ failpoint })])
      service.advance(10 * 60_000)
      await carryOut()

      expect(ends.flat()).to.include('done')
      expect(await stateOf(id)).to.equal('done')
      expect((await eventsOf(id)).filter((type) => type === 'destruction.completed')).to.have.length(1)
      const stored = await service.dependencies.store.get(`tenants/${doomed.id}/certificate-tenant`)
      const shown = must(await admin.get(`/api/destructions/${id}/certificate`), 200)
      expect(JSON.parse(stored.toString())).to.deep.equal(shown)
    })

    it('is the only operation that deletes audit records', async () => {
      const attempt = () => inPlatform((trx) => trx('audit').where({ tenant_id: doomed.id }).delete())

      const { id } = await deleteTenant()
      const error = await attempt().then(() => null, (reason: Error) => reason.message) // prettier-ignore

      expect(error).to.include('an audit record is deleted only with its tenant')
      must(await admin.delete(`/api/destructions/${id}`), 200)
    })
  })

  it('does not begin while the database may be older than the store, or clocks differ', async () => {
    await destroyKeys()
    service.advance(7 * dayMs)
    const mark = { key: 'restored_at', value: JSON.stringify({ at: 'now' }), updated_at: service.dependencies.now() }
    await inPlatform((trx) => trx('settings').insert(mark))
    const doubted = await carryOut()
    await inPlatform((trx) => trx('settings').where({ key: 'restored_at' }).delete())

    const apart = await carryOut({
      readClock: () => Promise.resolve(new Date(service.dependencies.now().getTime() - dayMs)),
    })
    const sound = await carryOut()

    expect([doubted, apart, sound]).to.deep.equal([[], [], ['done']])
  })

  it('is executed immediately if no delay is set', async () => {
    await withoutDestructionDelay(service)

    const answer = must(await admin.post(`/api/tenants/${doomed.id}/destroy-key`, { confirm: doomed.slug }), 200)

    expect(answer.destruction.state).to.equal('running')
    expect(answer.destroyed_at).to.equal(service.dependencies.now().toISOString())
    expect((await read()).body.code).to.equal('keys_destroyed')
    expect(await carryOut()).to.deep.equal(['done'])
    await inPlatform((trx) => trx('settings').where({ key: 'destruction_delay' }).delete())
  })
})

/** JSON with sorted members and no blanks, as in RFC 8785 for these values. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  )
}
