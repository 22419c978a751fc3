import { expect } from 'chai'
import { DeviceLease } from '../../../service/store/models/device-lease.ts'
import { Device } from '../../../service/store/models/device.ts'
import { Job } from '../../../service/store/models/job.ts'
import { inScope } from '../../../service/store/scope.ts'
import { codedErrors } from '../../support/field-errors.ts'
import { type Client, type Customer, type TestService, aDevice, must, startTestService } from '../../support/service.ts'

const unknownId = '018f0000-0000-7000-8000-000000000000'
const server = { platform: 'linux_server', options: { paths: ['/etc'] } } as const

describe('devices', () => {
  let service: TestService
  let customer: Customer
  let other: Customer
  let admin: Client

  before(async () => {
    service = await startTestService({
      now: new Date('2026-11-20T12:00:00Z'),
      environment: { BKP_TIMEZONE: 'Europe/Paris' },
    })
    customer = await service.hasTenant()
    other = await service.hasTenant()
    admin = await customer.as('tenant_admin')
  })

  after(() => service.close())

  /** Updates the device's row as a run would. */
  const ran = (id: string, facts: Partial<Device>) =>
    inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      Device.query(trx).findById(id).patch(facts),
    )

  const audited = async (action: string, id: string) => {
    const records = must(await admin.get(`/api/audit?action=${action}`), 200)
    return records.find((record: { object_id: string }) => record.object_id === id)
  }

  describe('when changed', () => {
    it('keep unnamed fields, and have options and agents replaced as a whole', async () => {
      const agents = [await customer.hasAgent(), await customer.hasAgent()]
      const device = await customer.hasDevice({
        platform: 'linux_server',
        site: 'Lyon',
        options: { paths: ['/etc'], excludes: ['*.log'] },
        agent_ids: [agents[0]?.id ?? ''],
      })
      service.advance(1000)

      const answer = await admin.patch(`/api/devices/${device.id}`, {
        options: { paths: ['/srv'] },
        agent_ids: [agents[1]?.id],
      })

      expect(answer.status).to.equal(200)
      expect(answer.body).to.deep.equal({
        ...device,
        options: { paths: ['/srv'] },
        agent_ids: [agents[1]?.id],
        updated_at: service.dependencies.now().toISOString(),
      })
      expect((await audited('device.update', device.id)).detail).to.deep.equal({
        name: device.name,
        changed: ['agent_ids', 'options'],
      })
    })

    it('cannot lose an option that the platform requires', async () => {
      const device = await customer.hasDevice(server)

      const answer = await admin.patch(`/api/devices/${device.id}`, { options: { excludes: ['*.log'] } })

      expect(answer.status).to.equal(422)
      expect(codedErrors(answer.body)).to.deep.equal([{ path: 'options.paths', code: 'option_required', params: {} }])
    })

    it('have their options checked again for another platform', async () => {
      const device = await customer.hasDevice({ options: { ssh_port: 2222 } })

      const answer = await admin.patch(`/api/devices/${device.id}`, { platform: 'linux_server' })
      const both = await admin.patch(`/api/devices/${device.id}`, server)

      expect(codedErrors(answer.body)).to.deep.equal([{ path: 'options.paths', code: 'option_required', params: {} }])
      expect(both.body.platform).to.equal('linux_server')
    })

    it('keep their platform once they have backups', async () => {
      const device = await customer.hasDevice()
      await ran(device.id, { hasHistory: true })

      const other = await admin.patch(`/api/devices/${device.id}`, server)
      const same = await admin.patch(`/api/devices/${device.id}`, { platform: 'netco_iosxe' })

      expect([other.status, other.body.code]).to.deep.equal([409, 'platform_fixed'])
      expect(same.status).to.equal(200)
    })

    it('never change their tenant', async () => {
      const device = await customer.hasDevice()

      expect((await admin.patch(`/api/devices/${device.id}`, { tenant_id: other.id })).status).to.equal(405)
    })

    it('cannot take the name of another device', async () => {
      const [one, two] = [await customer.hasDevice(), await customer.hasDevice()]

      const answer = await admin.patch(`/api/devices/${one.id}`, { name: two.name })

      expect([answer.status, answer.body.code]).to.deep.equal([409, 'name_taken'])
    })

    it('return to the common credential by null', async () => {
      const [common, own] = [await customer.hasCredential(), await customer.hasCredential()]
      const device = await customer.hasDevice({ credential_id: common.id, credential_ssh_id: own.id })

      const answer = await admin.patch(`/api/devices/${device.id}`, { credential_ssh_id: null })

      expect(answer.body).to.include({ credential_id: common.id, credential_ssh_id: null })
    })

    it('are not validated again for what was accepted earlier', async () => {
      const device = await customer.hasDevice(server)
      await ran(device.id, { trustPosture: 'tofu', options: { paths: ['/etc'], gone: true } })

      expect((await admin.patch(`/api/devices/${device.id}`, { site: 'Paris' })).status).to.equal(200)
    })
  })

  describe('with a schedule', () => {
    it('keep a due occurrence when something else changes', async () => {
      const device = await customer.hasDevice({ schedule: '30 2 * * *' })
      const due = new Date(service.dependencies.now().getTime() - 60_000)
      await ran(device.id, { nextRunAt: due })

      const renamed = await admin.patch(`/api/devices/${device.id}`, { site: 'Lyon', schedule: ' 30  2 * * *' })

      expect(renamed.body.next_run_at).to.equal(due.toISOString())
    })

    it('follow a new schedule, in the time zone of the installation', async () => {
      const device = await customer.hasDevice({ schedule: '30 2 * * *' })

      const answer = await admin.patch(`/api/devices/${device.id}`, { schedule: '0 4 * * *' })
      const onDemand = await admin.patch(`/api/devices/${device.id}`, { schedule: '' })

      expect(answer.body.next_run_at).to.equal('2026-11-21T03:00:00.000Z')
      expect(onDemand.body.next_run_at).to.equal(null)
    })

    it('become stale after one and a half periods, at least 36 hours', async () => {
      const device = await customer.hasDevice({ schedule: '0 2 * * *' })
      await ran(device.id, { lastOutcome: 'changed', lastSuccessAt: new Date('2026-11-20T01:00:00Z') })
      const patch = async (change: object) => {
        const { stale_at: staleAt } = must(await admin.patch(`/api/devices/${device.id}`, change), 200)
        return staleAt
      }

      expect(await patch({ schedule: '0 3 * * *' })).to.equal('2026-11-21T13:00:00.000Z')
      expect(await patch({ schedule: '0 3 * * sun' })).to.equal('2026-11-30T13:00:00.000Z')
      expect(await patch({ staleness_hours: 2 })).to.equal('2026-11-20T03:00:00.000Z')
      expect(must(await admin.get(`/api/devices/${device.id}`), 200).state).to.equal('stale')
      expect(await patch({ staleness_hours: null, schedule: '' })).to.equal(null)
      expect(must(await admin.get(`/api/devices/${device.id}`), 200).state).to.equal('changed')
    })
  })

  describe('when disabled or decommissioned', () => {
    const waitingBackup = async (deviceId: string, facts: Partial<Job> = {}) => {
      const client = await customer.as('tenant_operator')
      const [run] = must(await client.post('/api/backups/trigger', { device_ids: [deviceId] }), 202)
      await inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
        Job.query(trx).findById(run.id).patch(facts),
      )
      return run.id as string
    }
    const statusOf = async (runId: string) => must(await admin.get(`/api/runs/${runId}`), 200).status

    it('suspend the schedule, cancel pending runs, and resume with the next occurrence', async () => {
      const device = await customer.hasDevice({ schedule: '30 2 * * *' })
      const run = await waitingBackup(device.id)

      const disabled = await admin.patch(`/api/devices/${device.id}`, { enabled: false })
      service.advance(48 * 3_600_000)
      const enabled = await admin.patch(`/api/devices/${device.id}`, { enabled: true })
      service.advance(-48 * 3_600_000)

      expect(disabled.body).to.include({ enabled: false, state: 'disabled', next_run_at: null, purge_at: null })
      expect(await statusOf(run)).to.equal('cancelled')
      expect(enabled.body).to.include({ enabled: true, next_run_at: '2026-11-23T01:30:00.000Z' })
    })

    it('withdraw an offer that no agent has begun', async () => {
      const device = await customer.hasDevice()
      const leaseId = '018f0000-0000-7000-8000-00000000000a'
      const run = await waitingBackup(device.id, { leaseId, offerExpiresAt: service.dependencies.now() })
      await inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
        DeviceLease.query(trx).insert({ tenantId: customer.id, deviceId: device.id, jobId: run, leaseId }),
      )

      await admin.post(`/api/devices/${device.id}/decommission`)

      const leases = await inScope(service.db.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
        DeviceLease.query(trx).where({ deviceId: device.id }),
      )
      expect(leases).to.deep.equal([])
      expect(await statusOf(run)).to.equal('cancelled')
    })

    it('let running jobs continue', async () => {
      const device = await customer.hasDevice()
      const run = await waitingBackup(device.id, { status: 'running' })

      await admin.post(`/api/devices/${device.id}/decommission`)

      expect(await statusOf(run)).to.equal('running')
    })

    it('plan the purge by the tenant’s retention, once', async () => {
      const platform = await service.as('platform_admin')
      must(await platform.patch(`/api/tenants/${customer.id}`, { decommissioned_retention_days: 30 }), 200)
      const device = await customer.hasDevice({ schedule: '0 2 * * *' })

      const answer = await admin.post(`/api/devices/${device.id}/decommission`)
      const again = await admin.post(`/api/devices/${device.id}/decommission`)

      expect(answer.status).to.equal(200)
      expect(answer.body).to.include({
        state: 'decommissioned',
        next_run_at: null,
        decommissioned_at: service.dependencies.now().toISOString(),
        purge_at: new Date(service.dependencies.now().getTime() + 30 * 86_400_000).toISOString(),
      })
      expect([again.status, again.body.code]).to.deep.equal([409, 'device_decommissioned'])
      expect((await audited('device.decommission', device.id)).detail.name).to.equal(device.name)
    })

    it('can be reinstated until the purge', async () => {
      const kept = await customer.hasDevice({ schedule: '0 2 * * *' })
      const late = await customer.hasDevice()
      for (const { id } of [kept, late]) must(await admin.post(`/api/devices/${id}/decommission`), 200)
      await ran(late.id, { purgeAt: service.dependencies.now(), purgedAt: service.dependencies.now() })

      const undone = await admin.post(`/api/devices/${kept.id}/reinstate`)
      const again = await admin.post(`/api/devices/${kept.id}/reinstate`)
      const tooLate = await admin.post(`/api/devices/${late.id}/reinstate`)

      expect(undone.body).to.include({
        state: 'never',
        decommissioned_at: null,
        purge_at: null,
        next_run_at: '2026-11-21T01:00:00.000Z',
      })
      expect([again.status, again.body.code]).to.deep.equal([409, 'device_in_service'])
      expect([tooLate.status, tooLate.body.code]).to.deep.equal([409, 'device_purged'])
      expect((await audited('device.reinstate', kept.id)).detail.name).to.equal(kept.name)
    })

    it('have no next run while decommissioned, whatever is changed', async () => {
      const device = await customer.hasDevice({ schedule: '0 2 * * *' })
      must(await admin.post(`/api/devices/${device.id}/decommission`), 200)

      const answer = await admin.patch(`/api/devices/${device.id}`, { schedule: '0 3 * * *' })

      expect(answer.body).to.include({ next_run_at: null, state: 'decommissioned' })
    })
  })

  it('of another tenant are reported as not found', async () => {
    const device = await customer.hasDevice()
    const stranger = await other.as('tenant_admin')

    for (const send of [
      (id: string) => stranger.get(`/api/devices/${id}`),
      (id: string) => stranger.patch(`/api/devices/${id}`, { site: 'x' }),
      (id: string) => stranger.post(`/api/devices/${id}/decommission`),
      (id: string) => stranger.post(`/api/devices/${id}/reinstate`),
    ]) {
      const [foreign, unknown] = [await send(device.id), await send(unknownId)]
      expect(foreign.status).to.equal(404)
      expect({ ...foreign.body, request_id: '' }).to.deep.equal({ ...unknown.body, request_id: '' })
    }
  })

  it('are written only by administrators, and read by all', async () => {
    const device = await customer.hasDevice()
    const operator = await customer.as('tenant_operator')

    expect((await operator.post('/api/devices', aDevice())).body.missing).to.equal('device:write')
    expect((await operator.patch(`/api/devices/${device.id}`, { site: 'x' })).status).to.equal(403)
    expect((await (await customer.as('tenant_readonly')).get(`/api/devices/${device.id}`)).status).to.equal(200)
  })

  it('include their last run', async () => {
    const device = await customer.hasDevice()
    const client = await customer.as('tenant_operator')
    const [run] = must(await client.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
    must(await client.post(`/api/runs/${run.id}/cancel`), 202)

    const { last_run: lastRun } = must(await admin.get(`/api/devices/${device.id}`), 200)

    expect(lastRun).to.include({ id: run.id, status: 'cancelled', error_code: null, queued_at: run.queued_at })
  })
})
