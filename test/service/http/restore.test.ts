import { expect } from 'chai'
import { randomUUIDv7 } from 'node:crypto'
import { endWhatWasLive } from '../../../service/domain/recovery/dump/finish-restored.ts'
import { createRestorableVersion, wholeConfiguration } from '../../support/scene/restorable.ts'
import { type RestoreDesk, aRestoreDesk, phrase, restoreSteps } from '../../support/restore-desk.ts'
import { type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

const minute = 60_000

describe('a restore', () => {
  let service: TestService
  let desk: RestoreDesk
  let customer: Customer
  let admin: Client
  let platform: Client
  let agent: FakeAgent
  const steps = restoreSteps(() => desk)
  const { ask, audited, begin, begun, committed, confirm, deviceOf, end, followers, found, offered, reapNow, runOf } =
    steps

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    desk = await aRestoreDesk(service)
    ;({ customer, admin, platform, agent } = desk)
  })
  after(() => service.close())

  describe('in progress', () => {
    it('returns the stored text to the agent, under its lease only', async () => {
      const text = wholeConfiguration.replace('system {', `${`/* ${'x'.repeat(100)} */\n`.repeat(50_000)}system {`)
      const { version } = await createRestorableVersion(service, customer, { text })
      must(await ask(version.id), 202)
      const job = await agent.startJob()

      const given = await agent.payload(job)
      await end(job, { outcome: 'failed', error_code: 'restore_busy' })
      const late = await agent.send('GET', `/api/agent/jobs/${job.jobId}/payload?lease_id=${job.leaseId}`)

      expect(given.toString()).to.equal(text)
      expect(job.order.transports).to.deep.equal(['ssh'])
      expect(job.order.restore).to.deep.include({ restoreId: job.jobId, sizeBytes: text.length, confirmMinutes: 10 })
      expect([late.status, late.body.code]).to.deep.equal([409, 'lease_lost'])
    })

    it('returns nothing to a job that is no restore', async () => {
      const device = await steps.hasDevice()
      await steps.trigger(device.id)
      const job = await agent.startJob()

      const answer = await agent.send('GET', `/api/agent/jobs/${job.jobId}/payload?lease_id=${job.leaseId}`)

      expect(answer.status).to.equal(409)
    })

    it('waits for its confirmation, with a countdown in run and device', async () => {
      const { id, device } = await committed({ ...phrase, confirm_minutes: 10 })
      service.advance(1_500)

      const [run, shown] = [await runOf(id), await deviceOf(device.id)]

      expect(run).to.include({ status: 'awaiting_confirmation', finished_at: null })
      expect(run.restore.remaining_seconds).to.equal(9 * 60 - 2)
      expect(shown.restore).to.include({ status: 'awaiting_confirmation', remaining_seconds: 9 * 60 - 2 })
      expect(run.restore.confirm_until).to.equal(shown.restore.confirm_until)
    })

    it('delays backups while its commit is pending, and cannot be cancelled then', async () => {
      const { id, device } = await committed()
      await steps.trigger(device.id)

      const nothing = await offered()
      const cancelled = await admin.post(`/api/runs/${id}/cancel`)

      expect(nothing).to.deep.equal([])
      expect([cancelled.status, cancelled.body.code]).to.deep.equal([409, 'commit_pending'])
    })

    it('is not offered to an agent in lab mode', async () => {
      const { version } = await createRestorableVersion(service, customer)
      const lab = await anAgent(service, customer, { slug: 'lab', name: 'Lab', lab_mode: true })
      must(await ask(version.id), 202)

      const toLab = await lab.open(await lab.claim())

      expect(toLab).to.deep.equal([])
      expect(await offered()).to.have.length(1)
    })

    it('ends unchanged if the device already has the configuration', async () => {
      const { id, job } = await begun()

      await end(job, found('unchanged'))

      expect(await runOf(id)).to.include({ status: 'unchanged' })
    })

    it('is not repeated for the same idempotency key, whatever changed since', async () => {
      const { device, version } = await createRestorableVersion(service, customer)
      const key = { 'idempotency-key': randomUUIDv7() }
      const where = `/api/artifacts/versions/${version.id}/restore`
      const first = await admin.post(where, phrase, key)
      await end(await agent.startJob(), found('unchanged'))
      const policy = `/api/restore/policy/device?device_id=${device.id}&tenant=${customer.id}`
      must(await platform.put(policy, { restore_policy: 'deny' }), 200)

      const again = await admin.post(where, phrase, key)
      const other = await admin.post(where, { ...phrase, confirm_minutes: 5 }, key)
      const unnamed = await admin.post(where, phrase)
      const runs = must(await admin.get(`/api/runs?device_id=${device.id}&kind=restore`), 200)

      expect([first.status, again.status, other.status, unnamed.status]).to.deep.equal([202, 202, 409, 403])
      expect(again.body).to.deep.equal(first.body)
      expect(runs).to.have.length(1)
    })

    it('fails once, whatever the device’s retry setting, when nothing was committed', async () => {
      const { id, job, device } = await begun()

      await end(job, { outcome: 'failed', error_code: 'connection_timeout', report: { error: 'r1: no answer' } })

      expect(await runOf(id)).to.include({ status: 'failed', error_code: 'connection_timeout', error: 'r1: no answer' })
      expect((await deviceOf(device.id)).restore).to.equal(null)
      expect(await offered()).to.deep.equal([])
    })

    it('can be cancelled before the commit', async () => {
      const { id, job } = await begun()
      must(await admin.post(`/api/runs/${id}/cancel`), 202)
      const beat = await agent.heartbeat([job])

      await end(job, { outcome: 'cancelled', transport: null })

      expect(beat.body.leases[0].state).to.equal('cancel')
      expect(await runOf(id)).to.include({ status: 'cancelled' })
    })

    it('keeps its version from retention while it may be read', async () => {
      const { device, version } = await createRestorableVersion(service, customer)
      const [artifact] = must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
      must(await ask(version.id), 202)

      const preview = must(
        await admin.get(`/api/retention/preview?device_id=${device.id}&keep_days=1&keep_last=1`),
        200,
      )

      expect(artifact.key).to.equal('configuration-conf')
      expect(JSON.stringify(preview)).not.to.contain(version.id)
    })
  })

  describe('in confirmation', () => {
    it('succeeds when the agent has confirmed, and a backup follows', async () => {
      const { id, device } = await committed()

      const run = must(await confirm(device.id), 202)
      const job = await begin(await offered())
      const during = (await runOf(id)).status
      await end(job, found('confirmed'))

      expect(run).to.include({ kind: 'restore_confirm', status: 'queued' })
      expect(run.restore).to.include({ run_id: id, remaining_seconds: 9 * 60 })
      expect([job.kind, during]).to.deep.equal(['restore_confirm', 'awaiting_confirmation'])
      const over = await runOf(id)
      expect(over).to.include({ status: 'succeeded' })
      expect(over.restore).to.include({ confirm_until: null, remaining_seconds: null })
      expect(over.restore.verified_at).to.be.a('string')
      const [backup] = await offered()
      expect([backup?.kind, (await runOf(backup!.jobId)).requested_by]).to.deep.equal(['backup', over.requested_by])
      expect((await audited('restore.end')).map(({ detail }) => detail['status'])).to.include('succeeded')
      expect(await audited('restore.confirm')).to.have.lengthOf(1)
    })

    it('is one job, however often requested', async () => {
      const { device } = await committed()

      const runs = [must(await confirm(device.id), 202), must(await confirm(device.id), 202)]

      expect(runs[0].id).to.equal(runs[1].id)
    })

    it('can be requested again after the device was unreachable', async () => {
      const { id, device } = await committed()
      must(await confirm(device.id), 202)
      const first = await begin(await offered())
      await end(first, { outcome: 'failed', error_code: 'connection_refused' })
      const between = await runOf(id)

      must(await confirm(device.id), 202)
      await end(await begin(await offered()), found('confirmed'))

      expect(between.status).to.equal('awaiting_confirmation')
      expect((await runOf(first.jobId)).status).to.equal('failed')
      expect((await runOf(id)).status).to.equal('succeeded')
    })

    it('is rejected if nothing is pending, or too late', async () => {
      const { device } = await createRestorableVersion(service, customer)
      const late = await committed()
      service.advance(9 * minute)

      const answers = [await confirm(device.id), await confirm(late.device.id)]

      expect(answers.map(({ status }) => status)).to.deep.equal([409, 409])
      expect(answers.map(({ body }) => body.code)).to.deep.equal(['no_pending_commit', 'confirm_late'])
    })

    it('detects that the device has rolled back', async () => {
      const { id, device } = await committed()
      const { id: asked } = must(await confirm(device.id), 202)

      await end(await begin(await offered()), found('rolled_back'))

      expect(await runOf(asked)).to.include({ status: 'failed', error_code: 'restore_not_confirmed' })
      expect(await runOf(id)).to.include({ status: 'reverted' })
    })

    it('that no agent began in time is not done later', async () => {
      const { id, device } = await committed()
      const { id: asked } = must(await confirm(device.id), 202)
      service.advance(9 * minute + 1)
      await agent.heartbeat([])

      const nothing = await offered()
      await reapNow()

      expect(nothing.filter(({ kind }) => kind === 'restore_confirm')).to.deep.equal([])
      expect(await runOf(asked)).to.include({ status: 'failed', error_code: 'restore_not_confirmed' })
      expect((await runOf(id)).status).to.equal('awaiting_confirmation') // until the rollback is certain
    })
  })

  describe('without confirmation', () => {
    it('is reverted when its window ends, and checked', async () => {
      const { id, device } = await committed()
      service.advance(9 * minute + 30_001)
      await agent.heartbeat([])

      await reapNow()
      const reverted = await runOf(id)
      const look = await begin(await offered())
      await end(look, found('rolled_back'))

      expect(reverted).to.include({ status: 'reverted', error_code: 'restore_not_confirmed' })
      expect(reverted.restore.verified_at).to.equal(null)
      expect(look.kind).to.equal('restore_check')
      const seen = await runOf(id)
      expect(seen.status).to.equal('reverted')
      expect(seen.restore.verified_at).to.be.a('string')
      expect((await deviceOf(device.id)).restore).to.equal(null)
    })

    it('succeeds when a user confirmed on the device', async () => {
      const { id } = await committed()
      service.advance(10 * minute)
      await agent.heartbeat([])
      await reapNow()

      await end(await begin(await offered()), found('in_force'))

      expect(await runOf(id)).to.include({ status: 'succeeded', error_code: null, error: null })
    })
  })

  describe('denied by a policy after the request', () => {
    const deny = async () =>
      must(await platform.put(`/api/restore/policy/customer?tenant=${customer.id}`, { restore_policy: 'deny' }), 200)

    it('is not begun, and names the level that denies it', async () => {
      const { version } = await createRestorableVersion(service, customer)
      const { id } = must(await ask(version.id), 202)
      await deny()

      const nothing = await offered()

      expect(nothing).to.deep.equal([])
      const run = await runOf(id)
      expect(run).to.include({ status: 'failed', error_code: 'restore_not_begun', attempts: 0 })
      expect(run.error).to.contain('the customer denies restores')
    })

    it('is not confirmed: the device rolls back', async () => {
      const { id, device } = await committed()
      must(await confirm(device.id), 202)
      await deny()

      const nothing = await offered()
      const again = await confirm(device.id)

      expect(nothing).to.deep.equal([])
      expect([again.status, again.body.level]).to.deep.equal([403, 'customer'])
      expect((await runOf(id)).status).to.equal('awaiting_confirmation')
      expect((await followers(id)).map(({ status }) => status)).to.deep.equal(['failed'])
    })
  })

  describe('with its own agent capacity', () => {
    it('is offered to an agent without free slots, which gets nothing else', async () => {
      const { device } = await committed()
      const other = await steps.hasDevice()
      await steps.trigger(other.id)
      must(await confirm(device.id), 202)

      const jobs = await agent.open(await agent.claim({ free_slots: 0, restore_slots: 4 }))

      expect(jobs.map(({ kind }) => kind)).to.deep.equal(['restore_confirm'])
    })

    it('is not offered to an agent without restore support or without SSH to the device', async () => {
      const { version } = await createRestorableVersion(service, customer)
      const { id } = must(await ask(version.id), 202)
      const old = await agent.open(await agent.claim({ restore_slots: undefined }))
      await agent.openSession({ transports: ['api'] })
      const overApi = await offered()

      expect([old, overApi]).to.deep.equal([[], []])
      expect((await runOf(id)).status).to.equal('queued')
    })
  })

  describe('that was offered', () => {
    it('is not offered again if no agent took it', async () => {
      const { version } = await createRestorableVersion(service, customer)
      const { id } = must(await ask(version.id), 202)
      await offered()
      service.advance(31_000)
      await reapNow()

      expect(await runOf(id)).to.include({ status: 'failed', error_code: 'restore_not_begun', attempts: 0 })
      expect(await offered()).to.deep.equal([])
      expect((await ask(version.id)).status).to.equal(202)
    })

    it('is abandoned if not taken for a quarter of an hour', async () => {
      const { version } = await createRestorableVersion(service, customer)
      const { id } = must(await ask(version.id), 202)
      service.advance(16 * minute)
      await agent.heartbeat([])

      const tooLate = await offered()
      await reapNow()

      expect(tooLate).to.deep.equal([])
      expect(await runOf(id)).to.include({ status: 'failed', error_code: 'no_agent' })
    })

    it('is not begun in a restored database, as it may have been done since', async () => {
      const { version } = await createRestorableVersion(service, customer)
      const { id } = must(await ask(version.id), 202)

      await steps.asPlatform((trx) => endWhatWasLive(trx, service.dependencies.now()))
      await agent.openSession()

      expect(await offered()).to.deep.equal([])
      expect(await runOf(id)).to.include({ status: 'failed', error_code: 'restore_unknown' })
    })

    it('begins once with the first heartbeat', async () => {
      const { version } = await createRestorableVersion(service, customer)
      const { id } = must(await ask(version.id), 202)
      const jobs = await offered()

      await begin(jobs)
      await begin(jobs)
      const again = await offered()

      expect(again).to.deep.equal([])
      expect(await runOf(id)).to.include({ status: 'running', attempts: 1 })
    })
  })
})
