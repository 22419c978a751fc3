import { randomUUIDv7 } from 'node:crypto'
import { expect } from 'chai'
import type { TenantContext } from '../../../../../service/domain/kernel/context.ts'
import { reinstateDevice } from '../../../../../service/domain/inventory/devices/reinstate-device.ts'
import type { DomainError } from '../../../../../service/domain/kernel/domain-error.ts'
import { applyPurge } from '../../../../../service/domain/recovery/purge/apply-purge.ts'
import type { InTenant, PolicyDependencies } from '../../../../../service/domain/policies/policy-dependencies.ts'
import { Artifact } from '../../../../../service/store/models/artifact.ts'
import { DeviceLease } from '../../../../../service/store/models/device-lease.ts'
import { Device } from '../../../../../service/store/models/device.ts'
import { Job } from '../../../../../service/store/models/job.ts'
import { Pin } from '../../../../../service/store/models/pin.ts'
import { PolicyRun } from '../../../../../service/store/models/policy-run.ts'
import { Snapshot } from '../../../../../service/store/models/snapshot.ts'
import { Version } from '../../../../../service/store/models/version.ts'
import { type ScopedTransaction, inScope } from '../../../../../service/store/scope.ts'
import { createBareLineage } from '../../../../support/scene/rows.ts'
import { actionsIn } from '../../../../support/scene/scene.ts'
import { withoutCoolingOff } from '../../../../support/delays.ts'
import {
  type Client,
  type Customer,
  type TestService,
  aDevice,
  must,
  startTestService,
} from '../../../../support/service.ts'
import { policyDependencies } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000

describe('the purge of a decommissioned device', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let parts: PolicyDependencies
  beforeEach(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    parts = policyDependencies(service.dependencies)
  })
  afterEach(() => service.close())

  const inPlatform = <T>(work: (trx: ScopedTransaction) => PromiseLike<T>) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)
  /** User sessions do not last this long. */
  const pass = async (ms: number) => {
    service.advance(ms)
    admin = await customer.as('tenant_admin')
  }
  const versionsOf = (deviceId: string) => inPlatform((trx) => Version.query(trx).where({ deviceId }).resultSize())
  const rowOf = (id: string) => inPlatform((trx) => Device.query(trx).findById(id).throwIfNotFound())
  const runs = () => inPlatform((trx) => PolicyRun.query(trx).where({ kind: 'purge' }).orderBy('id'))

  /** Adds versions, one of them pinned. */
  async function withBackups() {
    const device = await customer.hasDevice()
    const { artifactId, versionIds } = await createBareLineage(service.dependencies, device, [{}, {}])
    const pin = {
      deviceId: device.id,
      versionId: versionIds[0]!,
      pinnedAt: service.dependencies.now(),
      pinnedBy: 'somebody',
    }
    await inPlatform((trx) => Pin.query(trx).insert({ tenantId: customer.id, artifactId, ...pin, drifted: true }))
    await createBareLineage(service.dependencies, device, [{}], { kind: 'blob' })
    return device
  }

  async function decommissioned() {
    const device = await withBackups()
    must(await admin.post(`/api/devices/${device.id}/decommission`), 200)
    return device
  }

  it('deletes all its backups when due, and keeps its row, the record and the audit', async () => {
    const [device, other] = [await decommissioned(), await withBackups()]

    await pass(365 * dayMs - 1)
    await applyPurge(parts)
    const early = await versionsOf(device.id)
    await pass(2)
    await applyPurge(parts)

    expect([early, await versionsOf(device.id), await versionsOf(other.id)]).to.deep.equal([3, 0, 3])
    const left = await inPlatform((trx) =>
      Promise.all([
        Snapshot.query(trx).where({ deviceId: device.id }).resultSize(),
        Artifact.query(trx).where({ deviceId: device.id }).resultSize(),
      ]),
    )
    expect(left).to.deep.equal([0, 0])
    const shown = must(await admin.get(`/api/devices/${device.id}`), 200)
    expect(shown).to.deep.include({ state: 'decommissioned', purged_at: service.dependencies.now().toISOString() })
    const counts = { devices: 1, versions: 3, snapshots: 1, bytes: 300 }
    const [before, after] = await runs()
    expect(before).to.deep.include({ tenantId: null, outcome: 'nothing' })
    expect(before?.reason?.code).to.equal('no_device_due')
    expect(after).to.deep.include({ tenantId: customer.id, outcome: 'done', counts })
    const [record] = must(await admin.get('/api/audit?action=device.purge'), 200)
    expect(record).to.deep.include({ object_id: device.id, actor: 'service', tenant_id: customer.id })
    expect(record.detail).to.deep.equal({ name: device.name, versions: 3, snapshots: 1, bytes: 300 })
  })

  it('deletes the golden configurations of its versions, each with an audit record', async () => {
    const device = await decommissioned()
    const version = await inPlatform((trx) => Version.query(trx).findOne({ deviceId: device.id }).throwIfNotFound())
    const wanted = { name: 'Access', tag: 'access', version_id: version.id }
    const golden = must(await admin.post('/api/golden-configurations', wanted), 201)

    await pass(366 * dayMs)
    await applyPurge(parts)

    expect(await versionsOf(device.id)).to.equal(0)
    expect(must(await admin.get('/api/golden-configurations'), 200)).to.deep.equal([])
    const [record] = must(await admin.get('/api/audit?action=golden_configuration.delete'), 200)
    expect(record).to.deep.include({ object_id: golden.id, actor: 'service' })
  })

  it('is cancelled by a reinstatement before it, even if due, and prevents one afterwards', async () => {
    const [kept, late, gone] = [await decommissioned(), await decommissioned(), await decommissioned()]
    await pass(364 * dayMs)
    must(await admin.post(`/api/devices/${kept.id}/reinstate`), 200)

    await pass(2 * dayMs)
    const due = await admin.post(`/api/devices/${late.id}/reinstate`)
    await applyPurge(parts)
    const purged = await admin.post(`/api/devices/${gone.id}/reinstate`)

    expect([due.status, await versionsOf(late.id)]).to.deep.equal([200, 3])
    expect([purged.status, purged.body.code]).to.deep.equal([409, 'device_purged'])
    expect([await versionsOf(kept.id), await versionsOf(gone.id)]).to.deep.equal([3, 0])
    expect(await rowOf(kept.id)).to.include({ purgeAt: null, purgedAt: null, decommissionedAt: null })
  })

  it('releases the device’s name, as the error says', async () => {
    const gone = await decommissioned()
    const again = () => admin.post(`/api/devices?tenant=${customer.id}`, { ...aDevice(), name: gone.name })
    const taken = await again()
    await pass(366 * dayMs)
    await applyPurge(parts)

    const refusal = await admin.post(`/api/devices/${gone.id}/reinstate`)
    const added = await again()

    expect([taken.status, taken.body.code]).to.deep.equal([409, 'name_taken'])
    expect(refusal.body.code).to.equal('device_purged')
    expect([added.status, added.body.name]).to.deep.equal([201, gone.name])
  })

  it('happens completely or not at all when concurrent with a reinstatement', async () => {
    const devices = []
    for (let at = 0; at < 6; at++) devices.push(await decommissioned())
    await inPlatform((trx) => Device.query(trx).patch({ purgeAt: service.dependencies.now() }))
    // Only a replica with a slow clock still considers it too early.
    const behind = { ...service.dependencies, now: () => new Date(service.dependencies.now().getTime() - 1000) }
    const inTransaction = actionsIn(behind, { kind: 'tenant', tenantId: customer.id })
    const reinstate = (id: string) =>
      inTransaction((call) => reinstateDevice(call as TenantContext, id, service.dependencies.settings)).then(
        () => 'reinstated',
        (error: DomainError) => error.fields.code,
      )
    const [, ...answers] = await Promise.all([applyPurge(parts), ...devices.map(({ id }) => reinstate(id))])

    for (const [at, { id }] of devices.entries()) {
      const isPurged = (await rowOf(id)).purgedAt !== null
      expect(answers[at]).to.equal(isPurged ? 'device_purged' : 'reinstated')
      expect(await versionsOf(id)).to.equal(isPurged ? 0 : 3)
    }
  })

  it('waits for an active run, because it may add a version', async () => {
    const device = await decommissioned()
    await pass(366 * dayMs)
    const lease = { tenantId: customer.id, deviceId: device.id }
    await inPlatform(async (trx) => {
      const job = await Job.query(trx).findOne(lease).throwIfNotFound()
      await DeviceLease.query(trx).insert({ ...lease, jobId: job.id, leaseId: randomUUIDv7() })
    })

    await applyPurge(parts)
    const meanwhile = await versionsOf(device.id)
    await inPlatform((trx) => DeviceLease.query(trx).delete().where(lease))
    await applyPurge(parts)

    expect([meanwhile, await versionsOf(device.id)]).to.deep.equal([3, 0])
  })

  it('moves when the tenant’s days change, counted from the decommissioning', async () => {
    await withoutCoolingOff(service)
    const platform = await service.as('platform_admin')
    const device = await decommissioned()
    const since = service.dependencies.now().getTime()
    const purged = await decommissioned()
    await inPlatform((trx) => Device.query(trx).findById(purged.id).patch({ purgedAt: service.dependencies.now() }))
    await pass(40 * dayMs)

    must(await platform.patch(`/api/tenants/${customer.id}`, { decommissioned_retention_days: 60 }), 200)
    const later = await rowOf(device.id)
    must(await platform.patch(`/api/tenants/${customer.id}`, { decommissioned_retention_days: 30 }), 200)
    await applyPurge(parts)

    expect(later.purgeAt?.getTime()).to.equal(since + 60 * dayMs)
    expect((await rowOf(device.id)).purgedAt).to.deep.equal(service.dependencies.now())
    expect((await rowOf(purged.id)).purgeAt?.getTime()).to.equal(since + 365 * dayMs)
    const [record] = must(await platform.get(`/api/audit?tenant=${customer.id}&action=tenant.update`), 200)
    expect(record.detail).to.deep.equal({ changed: ['decommissioned_retention_days'], purges_moved: 1 })
  })

  it('happens once on three replicas, and a killed one leaves complete devices to the next', async () => {
    const devices = []
    for (let at = 0; at < 4; at++) devices.push(await decommissioned())
    await pass(366 * dayMs)
    let steps = 0
    const inTenant: InTenant = (tenantId, step) =>
      steps++ < 2 ? parts.inTenant(tenantId, step) : Promise.reject(new Error('killed here'))

    const failed = await applyPurge({ ...parts, inTenant })
    const between = await Promise.all(devices.map(({ id }) => versionsOf(id)))
    await Promise.all([applyPurge(parts), applyPurge(parts), applyPurge(parts)])

    expect(failed).to.have.length(1)
    expect(between.toSorted()).to.deep.equal([0, 0, 3, 3])
    expect(await Promise.all(devices.map(({ id }) => versionsOf(id)))).to.deep.equal([0, 0, 0, 0])
    const counted = (await runs()).reduce((sum, { counts }) => sum + (counts['devices'] ?? 0), 0)
    const records = must(await admin.get('/api/audit?action=device.purge'), 200)
    expect([counted, records.length]).to.deep.equal([4, 4])
  })
})
