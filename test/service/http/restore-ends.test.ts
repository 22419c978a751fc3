import { expect } from 'chai'
import { endWhatWasLive } from '../../../service/domain/recovery/dump/finish-restored.ts'
import { destroyStoredKeys } from '../../../service/domain/recovery/destruction/destroy-stored-keys.ts'
import type { Job } from '../../../service/store/models/job.ts'
import { commitMs } from '../../../shared/agent-protocol/intervals.ts'
import { createRestorableVersion } from '../../support/scene/restorable.ts'
import { type RestoreDesk, aRestoreDesk, restoreSteps } from '../../support/restore-desk.ts'
import type { FakeAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { jobKinds } from '../../../service/domain/jobs/kinds/registry.ts'

const minute = 60_000

describe('the outcome of a restore', () => {
  let service: TestService
  let desk: RestoreDesk
  let customer: Customer
  let admin: Client
  let agent: FakeAgent
  const steps = restoreSteps(() => desk)
  const { ask, audited, begin, begun, committed, confirm, deviceOf, end, followers, found, offered, reapNow, runOf } =
    steps

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    desk = await aRestoreDesk(service)
    ;({ customer, admin, agent } = desk)
  })
  after(() => service.close())

  describe('whose agent is lost', () => {
    it('is unknown, and never queued again', async () => {
      const { id, device } = await begun()
      service.advance(91_000)
      await reapNow()

      const run = await runOf(id)
      const nothing = await offered()

      expect(run).to.include({ status: 'unknown', error_code: 'agent_lost', attempts: 1 })
      expect(nothing).to.deep.equal([])
      expect((await deviceOf(device.id)).restore).to.include({ status: 'unknown' })
      expect((await ask(run.restore.version_id)).body.code).to.equal('restore_under_way')
    })

    it('follows its late result', async () => {
      const { id, job } = await begun()
      const at = service.dependencies.now().toISOString()
      service.advance(5 * minute)
      await reapNow()

      const status = await end(job, found('pending', { committed_at: at }))

      expect(status).to.equal('awaiting_confirmation')
      expect((await runOf(id)).restore.remaining_seconds).to.equal(5 * 60)
    })

    it('is checked as soon as its process is known to be dead: not committed', async () => {
      const { id, device } = await begun()
      await agent.openSession()
      await reapNow()

      const look = await begin(await offered())
      const waiting = (await runOf(id)).status
      await end(look, found('not_committed'))

      expect([look.kind, waiting]).to.deep.equal(['restore_check', 'unknown'])
      expect(await runOf(id)).to.include({ status: 'failed', error_code: 'restore_not_committed' })
      expect((await deviceOf(device.id)).restore).to.equal(null)
    })

    it('can still be confirmed when the check finds its commit pending', async () => {
      const { id, device } = await begun()
      await agent.openSession()
      await reapNow()

      await end(await begin(await offered()), found('pending', { minutes_left: 7 }))
      const found7 = await runOf(id)
      must(await confirm(device.id), 202)
      await end(await begin(await offered()), found('confirmed'))

      expect(found7).to.include({ status: 'awaiting_confirmation', error_code: null })
      expect(found7.restore.remaining_seconds).to.equal(7 * 60)
      expect((await runOf(id)).status).to.equal('succeeded')
    })

    it('without a heartbeat is not checked until a commit begun at the deadline has ended', async () => {
      const { id } = await begun()
      service.advance(91_000)
      await agent.heartbeat([])
      await reapNow()
      const early = await followers(id)
      service.advance(19 * minute)
      await agent.heartbeat([])
      await reapNow()
      const atDeadline = await followers(id)
      service.advance(commitMs)
      await agent.heartbeat([])

      await reapNow()

      expect([early, atDeadline]).to.deep.equal([[], []])
      expect((await followers(id)).map(({ kind }) => kind)).to.deep.equal(['restore_check'])
    })

    it('without a heartbeat is checked once its process is new', async () => {
      const { id } = await begun()
      service.advance(91_000)
      await agent.heartbeat([])
      await reapNow()

      await agent.openSession()
      await reapNow()

      expect((await followers(id)).map(({ kind }) => kind)).to.deep.equal(['restore_check'])
    })

    it('is not reported as not committed, nor the device released, while a commit may be running', async () => {
      const { id, device } = await begun()
      await agent.openSession()
      await reapNow()
      await end(await begin(await offered()), found('not_committed', { may_change: true }))
      await steps.trigger(device.id)
      const during = [(await runOf(id)).status, await offered()]
      service.advance(commitMs)
      await agent.heartbeat([])
      await reapNow()

      await end(await begin(await offered()), found('not_committed', { may_change: true }))

      expect(during).to.deep.equal(['unknown', []])
      expect(await runOf(id)).to.include({ status: 'failed', error_code: 'restore_not_committed' })
      expect((await offered()).map(({ kind }) => kind)).to.deep.equal(['backup'])
    })

    it('is determined by a later check, if the commit was running at the first', async () => {
      const { id } = await begun()
      await agent.openSession()
      await reapNow()
      await end(await begin(await offered()), found('not_committed', { may_change: true }))
      service.advance(commitMs)
      await agent.heartbeat([])
      await reapNow()

      await end(await begin(await offered()), found('pending', { minutes_left: 9 }))

      expect((await runOf(id)).restore.remaining_seconds).to.equal(9 * 60)
    })

    it('is not reported as done by a device that shows no pending commit, and can be confirmed', async () => {
      const { id, device } = await begun()
      await agent.openSession()
      await reapNow()
      await end(await begin(await offered()), found('in_force', { may_change: true }))
      const waiting = await runOf(id)

      must(await confirm(device.id), 202)
      await end(await begin(await offered()), found('confirmed'))

      expect(waiting).to.include({ status: 'awaiting_confirmation', error_code: null })
      expect(waiting.restore.remaining_seconds).to.equal(10 * 60)
      expect((await runOf(id)).status).to.equal('succeeded')
    })

    for (const [state, status] of [
      ['in_force', 'succeeded'],
      ['rolled_back', 'reverted'],
    ] as const) {
      it(`is ${status} when such a device, checked after the longest window, is ${state}`, async () => {
        const { id } = await begun()
        await agent.openSession()
        await reapNow()
        await end(await begin(await offered()), found('in_force', { may_change: true }))
        service.advance(10 * minute + 31_000)
        await agent.heartbeat([])
        await reapNow()
        const reverted = await runOf(id)
        const early = await offered()
        service.advance(2 * commitMs)
        await agent.heartbeat([])
        await reapNow()

        await end(await begin(await offered()), found(state, state === 'in_force' ? { may_change: true } : {}))

        expect([reverted.status, reverted.restore.verified_at, early]).to.deep.equal(['reverted', null, []])
        const over = await runOf(id)
        expect(over.status).to.equal(status)
        expect(over.restore.verified_at).to.be.a('string')
      })
    }

    it('during a late confirmation leaves the device alone while the agent may be on it', async () => {
      const { id, device } = await committed()
      service.advance(8 * minute + 50_000)
      await agent.heartbeat([])
      const { id: asked } = must(await confirm(device.id), 202)
      await begin(await offered())
      await steps.trigger(device.id)
      service.advance(2 * minute)
      await agent.heartbeat([])
      await reapNow()
      const early = [(await runOf(asked)).status, (await runOf(id)).status, await offered(), await followers(id)]
      service.advance(15 * minute)
      await agent.heartbeat([])
      await reapNow()
      const beforeTheEnd = await offered()
      service.advance(commitMs)
      await agent.heartbeat([])
      await reapNow()

      const jobs = await offered()

      expect(early.slice(0, 3)).to.deep.equal(['unknown', 'unknown', []])
      expect((early[3] as Job[]).map(({ kind }) => kind)).to.deep.equal(['restore_confirm'])
      expect(beforeTheEnd).to.deep.equal([])
      expect(jobs.map(({ kind }) => kind)).to.include('restore_check')
    })

    it('no longer returns the text, though its late result is accepted', async () => {
      const { job } = await begun()
      service.advance(91_000)
      await reapNow()

      const late = await agent.send('GET', `/api/agent/jobs/${job.jobId}/payload?lease_id=${job.leaseId}`)

      expect([late.status, late.body.code]).to.deep.equal([409, 'lease_lost'])
    })

    it('during the confirmation is determined by a check', async () => {
      const { id, device } = await committed()
      const { id: asked } = must(await confirm(device.id), 202)
      await begin(await offered())
      await agent.openSession()
      await reapNow()
      const lost = await runOf(asked)

      const look = await begin(await offered())
      await end(look, found('in_force'))

      expect(lost).to.include({ status: 'unknown', error_code: 'agent_lost' })
      expect(look.kind).to.equal('restore_check')
      expect((await runOf(id)).status).to.equal('succeeded')
    })

    it('is checked again when the first check could not reach the device', async () => {
      const { id } = await begun()
      await agent.openSession()
      await reapNow()
      await end(await begin(await offered()), { outcome: 'failed', error_code: 'auth_failed' })
      await reapNow()
      const [first, ...none] = await followers(id)
      service.advance(30 * minute)
      await agent.heartbeat([])

      await reapNow()
      await end(await begin(await offered()), { outcome: 'failed', error_code: 'auth_failed' })
      service.advance(30 * minute)
      await reapNow()

      expect([first?.status, none]).to.deep.equal(['failed', []])
      expect((await followers(id)).map(({ status }) => status)).to.deep.equal(['failed', 'failed'])
      expect((await runOf(id)).status).to.equal('unknown')
    })
  })

  describe('of an unreachable device', () => {
    it('stays unchanged: checks are not repeated endlessly', async () => {
      const { id, device } = await committed()
      must(await admin.post(`/api/devices/${device.id}/decommission`), 200)
      service.advance(10 * minute)

      for (let round = 0; round < 4; round++) await reapNow()

      expect((await runOf(id)).status).to.equal('reverted')
      expect((await followers(id)).length).to.be.at.most(1)
    })

    it('is checked at most three times if users cancel or no agent takes the check', async () => {
      const { id } = await begun()
      await agent.openSession()

      for (let round = 0; round < 6; round++) {
        await reapNow()
        const queued = (await followers(id)).find(({ status }) => status === 'queued')
        if (queued) must(await admin.post(`/api/runs/${queued.id}/cancel`), 202)
      }

      expect((await followers(id)).map(({ status }) => status)).to.deep.equal(Array(3).fill('cancelled'))
      expect((await runOf(id)).status).to.equal('unknown')
    })
  })

  describe('is audited', () => {
    const ends = async () => (await audited('restore.end')).map(({ detail }) => detail['status'])

    it('when its agent is lost, and again after a check', async () => {
      await begun()
      await agent.openSession()
      await reapNow()
      const lost = await ends()

      await end(await begin(await offered()), found('not_committed'))

      expect(lost).to.deep.equal(['unknown'])
      expect((await ends()).toSorted()).to.deep.equal(['failed', 'unknown'])
    })

    const quickly: { how: string; status: string; act: (id: string) => Promise<unknown> }[] = [
      {
        how: 'no agent took it up',
        status: 'failed',
        async act() {
          await offered()
          service.advance(31_000)
          await reapNow()
        },
      },
      {
        how: 'no agent came',
        status: 'failed',
        async act() {
          service.advance(16 * minute)
          await reapNow()
        },
      },
      {
        how: 'it was cancelled',
        status: 'cancelled',
        act: async (id) => must(await admin.post(`/api/runs/${id}/cancel`), 202),
      },
      {
        how: 'the database was put back',
        status: 'failed',
        act: () => steps.asPlatform((trx) => endWhatWasLive(trx, service.dependencies.now())),
      },
    ]
    for (const { how, status, act } of quickly) {
      it(`when ${how}`, async () => {
        const { version } = await createRestorableVersion(service, customer)
        const { id } = must(await ask(version.id), 202)

        await act(id)

        expect(await ends()).to.deep.equal([status])
      })
    }

    it('when the tenant’s keys are destroyed meanwhile: its progress remains unknown', async () => {
      const { id, device } = await begun()

      const erased = await steps.asPlatform((trx) =>
        destroyStoredKeys({ trx, now: service.dependencies.now(), kinds: jobKinds }, customer.id),
      )

      expect(erased?.changingDevices).to.deep.equal([device.name])
      expect(await ends()).to.deep.equal(['unknown'])
      const [row] = await steps.asPlatform((trx) => trx('jobs').where({ id }).select('status', 'error_code'))
      expect(row).to.deep.equal({ status: 'unknown', error_code: 'restore_unknown' })
    })
  })
})
