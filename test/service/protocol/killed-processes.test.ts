import { expect } from 'chai'
import type { FailpointName } from '../../../service/domain/jobs/failpoint.ts'
import { sweepTenant } from '../../../service/domain/repository/sweep/sweep-tenant.ts'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { iosBehaviour } from '../../support/ios-device.ts'
import { type ProtocolScene, createProtocolScene, onceAt } from '../../support/scene/protocol-scene.ts'
import { eventually } from '../../support/real-agent.ts'
import { startReplica } from './replica.ts'
import { type TestService, startTestService } from '../../support/service.ts'

const second = 1_000
const hour = 3_600 * second

describe('killed agents and services', () => {
  describe('an agent', () => {
    let service: TestService
    let scene: ProtocolScene

    before(async () => {
      service = await startTestService()
      service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 500, claim_wait_ms: 1_000 }
    })
    beforeEach(async () => {
      scene = await createProtocolScene(service)
    })
    afterEach(() => scene.close())
    after(() => service.close())

    const jobRow = (id: string) => scene.rows((trx) => trx('jobs').where({ id }).first())

    describe('row 5: dies with offers', () => {
      it('has not contacted the device, and the reaper returns the job to the queue', async () => {
        const agent = await scene.hasRealAgent()
        const { id } = await scene.trigger(scene.device.id)
        const dying = agent.spawn()
        await onceAt(service, 'before_heartbeat', async () => {
          await dying.kill()
          throw new Error('the connection is closed')
        })
        const held = await jobRow(id)
        const touched = scene.router.connectedAtMost

        service.advance(31 * second)
        await scene.reapNow()
        // a last poll of the dead agent may claim the job again before the service notices that it is gone
        let back = await jobRow(id)
        await eventually(
          () => `it is queued: ${JSON.stringify(back)}`,
          async () => {
            back = await jobRow(id)
            return back.lease_id === null
          },
        )
        const next = (await scene.hasRealAgent()).run()
        const run = await scene.over(id)
        await next.stop()

        expect([held.lease_id === null, held.attempts, touched]).to.deep.equal([false, 0, 0])
        expect([back.status, back.losses]).to.deep.equal(['queued', 0])
        expect(run).to.include({ status: 'succeeded', attempts: 1 })
      })
    })

    describe('row 7: dies while collecting', () => {
      async function killWhileItCollects() {
        const agent = await scene.hasRealAgent()
        scene.router.set({ silentFromLine: 4 })
        const { id } = await scene.trigger(scene.device.id)
        const dying = agent.spawn()
        await eventually('it collects', () => scene.router.commandsSeen.length > 2)
        await dying.kill()
        await eventually('its session is closed', () => scene.router.connected === 0)
        scene.router.set({ silentFromLine: null })
        return { agent, id }
      }

      it('has its session closed by TCP, and its next process releases the job at once', async () => {
        const { agent, id } = await killWhileItCollects()
        const held = await jobRow(id)

        const next = agent.spawn()
        const run = await scene.over(id)
        await next.kill()

        expect([held.status, held.lease_id === null]).to.deep.equal(['running', false])
        expect(run).to.include({ status: 'succeeded', attempts: 2, losses: 1, agent_id: agent.id })
        expect(scene.router.connectedAtMost).to.equal(1)
      })

      it('loses its lease 90 s after its last heartbeat if it does not return', async () => {
        const { id } = await killWhileItCollects()
        service.advance(89 * second)
        await scene.reapNow()
        const early = await jobRow(id)

        service.advance(1 * second)
        await scene.reapNow()
        const late = await jobRow(id)
        const other = (await scene.hasRealAgent()).run()
        const run = await scene.over(id)
        await other.stop()

        expect([early.status, late.status]).to.deep.equal(['running', 'queued'])
        expect(run).to.include({ status: 'succeeded', attempts: 2, losses: 1 })
      })
    })

    describe('row 9: dies between packs and result', () => {
      it('leaves unreferenced packs, another attempt runs, and the sweep deletes them', async () => {
        const agent = await scene.hasRealAgent()
        const { id } = await scene.trigger(scene.device.id)
        const dying = agent.spawn()
        await onceAt(service, 'after_packs', () => dying.kill())
        const orphans = await scene.rows((trx) => trx('packs').where({ tenant_id: scene.customer.id }))
        const versionsThen = await scene.versions()
        const { runningConfig } = iosBehaviour()
        scene.router.set({ startupConfig: null }) // which was the same text
        scene.router.setRunningConfig(runningConfig.replace('hostname exitgw', 'hostname exitgw\nno ip finger'))

        const next = agent.spawn()
        const run = await scene.over(id)
        await next.kill()
        const { dependencies } = service
        const sweep = (days: number) => {
          const now = () => new Date(dependencies.now().getTime() + days * 24 * hour)
          return sweepTenant({ ...dependencies, now }, scene.customer.id, { confirmed: true })
        }
        const swept = [await sweep(3), await sweep(4)]

        expect(orphans.map(({ status }) => status)).to.deep.equal(['verified'])
        expect(versionsThen).to.deep.equal([])
        expect(run).to.include({ status: 'succeeded', attempts: 2, losses: 1 })
        expect(swept[0]?.counts.chunks).to.be.above(0)
        for (const { id: versionId } of await scene.versions()) {
          const content = await scene.operator.get(`/api/artifacts/versions/${versionId}/content`)
          expect(content.status).to.equal(200)
        }
      })
    })
  })

  describe('the service', () => {
    let beside: TestService
    let scene: ProtocolScene

    before(async () => {
      beside = await startTestService() // a running replica, through which the tests check what the killed one left
    })
    beforeEach(async () => {
      scene = await createProtocolScene(beside)
    })
    afterEach(() => scene.close())
    after(() => beside.close())

    async function backUpWhileItDies(dieAt: FailpointName) {
      const dying = await startReplica(beside, '0', dieAt)
      const agent = (await scene.hasRealAgent()).run({ baseUrl: dying.url })
      const { id } = await scene.trigger(scene.device.id)
      await dying.ended
      const left = { versions: await scene.versions(), run: await scene.runOf(id) }

      const restarted = await startReplica(beside, new URL(dying.url).port, '')
      const run = await scene.over(id)
      await agent.stop() // waits until its results were accepted
      await restarted.kill('SIGKILL')
      return { left, run, log: agent.log }
    }

    const resultsOf = (id: string) => scene.rows((trx) => trx('job_results').where({ job_id: id }))

    describe('row 10: dies while verifying', () => {
      it('has committed nothing, and the agent repeats its result', async () => {
        const { left, run } = await backUpWhileItDies('after_verify')

        expect([left.versions, left.run.status]).to.deep.equal([[], 'running'])
        expect(run).to.include({ status: 'succeeded', attempts: 1, losses: 0 })
        expect(await scene.versions()).to.have.lengthOf(run.artifacts.length)
        expect(scene.router.sessions).to.equal(1)
      })
    })

    describe('row 11: dies after the commit, before its response', () => {
      it('has committed, and the repeating agent gets the stored response', async () => {
        const { left, run, log } = await backUpWhileItDies('after_commit')

        expect(left.run).to.deep.equal(run)
        expect(run).to.include({ status: 'succeeded', attempts: 1, losses: 0 })
        expect(await scene.versions()).to.deep.equal(left.versions)
        expect(left.versions).to.have.lengthOf(run.artifacts.length)
        expect(await resultsOf(run.id)).to.have.lengthOf(1)
        expect(scene.router.sessions).to.equal(1)
        expect(log.join('\n')).to.not.contain('given up')
      })
    })
  })
})
