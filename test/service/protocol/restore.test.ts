import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { startCuttableProxy } from './cuttable-proxy.ts'
import { onceAt } from '../../support/scene/protocol-scene.ts'
import { eventually } from '../../support/real-agent.ts'
import { type RestoreScene, aRestoreScene, backedUp, runsNow } from './restore-scene.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

const second = 1_000
const minute = 60 * second

/** Console, service, agent and device with their real code; the device’s timers use their own clock. */
describe('a restore, from the request to the device', () => {
  let service: TestService
  let scene: RestoreScene

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 300, claim_wait_ms: 500 }
    scene = await aRestoreScene(service)
  })
  afterEach(() => scene.close())
  after(() => service.close())

  const commits = () => scene.router.commits.length
  const expectThat = {
    runsNow: () => expect(scene.router.active).to.equal(runsNow),
    given: () => expect(scene.router.active).to.equal(backedUp),
  }

  it('replaces the configuration permanently once confirmed, and a backup shows it', async () => {
    const agent = (await scene.hasRealAgent()).run()

    const { id } = await scene.restore()
    const waiting = await scene.becomes(id, 'awaiting_confirmation', 'failed')
    const atWindow = [scene.router.active, scene.router.rollbackAt !== undefined]
    const { id: asked } = await scene.confirm()
    const confirmed = await scene.becomes(asked, 'succeeded', 'failed')
    const over = await scene.becomes(id, 'succeeded')
    const backup = await eventually('a backup followed', async () => {
      const runs = must(await scene.admin.get(`/api/runs?device_id=${scene.deviceId}&kind=backup`), 200)
      return runs.length > 1 && runs[0].status !== 'queued' && runs[0].status !== 'running' ? runs[0] : null
    })
    await agent.stop()
    scene.clock.advance(60 * minute)

    expect(waiting.status, waiting.error ?? '').to.equal('awaiting_confirmation')
    expect(atWindow).to.deep.equal([backedUp, true])
    expect([confirmed.status, over.status]).to.deep.equal(['succeeded', 'succeeded'])
    expectThat.given()
    expect(backup.status).to.be.oneOf(['succeeded', 'unchanged'])
    expect(await scene.contentOfLatest()).to.contain('192.0.2.53')
    const log = must(await scene.admin.get(`/api/runs/${id}/log`), 200) as { line: string }[]
    expect(log.map(({ line }) => line).join('\n')).to.contain('1 line added, 1 line removed, in system')
  })

  it('is rolled back by the device if unconfirmed, which is detected and reported', async () => {
    const agent = (await scene.hasRealAgent()).run()
    const { id } = await scene.restore()
    await scene.becomes(id, 'awaiting_confirmation')

    scene.clock.advance(10 * minute)
    service.advance(10 * minute + 31 * second)
    await scene.reapNow()
    const reverted = await scene.runOf(id)
    const look = await eventually('it was looked at', async () => {
      await scene.reapNow()
      const [check] = await scene.followers(id)
      return check?.status === 'succeeded' ? check : null
    })
    await agent.stop()

    expect(reverted.status).to.equal('reverted')
    expect(look.kind).to.equal('restore_check')
    expect((await scene.runOf(id)).restore.verified_at).to.be.a('string')
    expectThat.runsNow()
  })

  it('fails with a reason, without a change, if a user has exclusive access', async () => {
    const theirs = scene.router.edit('bob', true)
    const agent = (await scene.hasRealAgent()).run()

    const { id } = await scene.restore()
    const run = await scene.becomes(id, 'failed')
    await agent.stop()

    expect(run.error_code).to.equal('restore_busy')
    expect(run.error).to.contain('bob')
    expect('editor' in theirs && scene.router.editors.length === 1).to.equal(true)
    expectThat.runsNow()
  })

  describe('row 16: its agent is killed before the commit', () => {
    for (const line of ['configure exclusive', 'load override', 'commit check']) {
      it(`at ‘${line}’: the candidate is discarded, and the job is unknown, then not committed`, async () => {
        const agent = await scene.hasRealAgent()
        const dying = agent.spawn()
        scene.whenTyped(line, () => void dying.kill())
        const { id } = await scene.restore()
        await eventually(
          'it was killed',
          () => scene.simulator.commandsSeen.includes('configure exclusive') && scene.simulator.connected === 0,
        )
        const device = [scene.router.active, scene.router.candidate, scene.router.editors.length]

        const next = agent.run()
        const unknown = await scene.becomes(id, 'unknown')
        const { status: retry } = await scene.admin.post(`/api/artifacts/versions/${scene.versionId}/restore`, {
          confirm: 'LOAD OVERRIDE',
        })
        await scene.reapNow()
        const run = await scene.becomes(id, 'failed')
        await next.stop()

        expect(device).to.deep.equal([runsNow, runsNow, 0])
        expect(unknown).to.include({ error_code: 'agent_lost', attempts: 1 })
        expect(retry).to.equal(409)
        expect(run).to.include({ error_code: 'restore_not_committed', attempts: 1 })
        expect([...scene.router.files.keys()]).to.deep.equal([])
        expect(scene.simulator.commandsSeen.filter((typed) => typed.startsWith('commit confirmed'))).to.deep.equal([])
        expectThat.runsNow()
      })
    }
  })

  describe('row 17: its agent is killed after the commit', () => {
    async function killedAfterCommit() {
      const agent = await scene.hasRealAgent()
      const dying = agent.spawn()
      const before = commits()
      const killed = new Promise<void>((resolve) =>
        scene.router.onActive(() => void dying.kill().then(() => resolve())),
      )
      const { id } = await scene.restore()
      await killed
      await eventually('its session is closed', () => scene.simulator.connected === 0)
      expect(commits()).to.equal(before + 1)
      return { agent, id }
    }

    it('is rolled back by the device within its window, and the job is reverted', async () => {
      const { agent, id } = await killedAfterCommit()
      const next = agent.run()
      await scene.becomes(id, 'unknown')
      scene.clock.advance(10 * minute)
      await scene.reapNow()

      const run = await scene.becomes(id, 'reverted')
      await next.stop()

      expectThat.runsNow()
      expect(run).to.include({ error_code: 'restore_not_confirmed', attempts: 1 })
      expect(run.restore?.verified_at).to.be.a('string')
    })

    it('is found pending by its next process, with a countdown, and can still be confirmed', async () => {
      const { agent, id } = await killedAfterCommit()
      scene.clock.advance(2 * minute)
      const next = agent.run()
      await scene.becomes(id, 'unknown')
      await scene.reapNow()

      const waiting = await scene.becomes(id, 'awaiting_confirmation')
      await scene.confirm()
      await scene.becomes(id, 'succeeded')
      await next.stop()
      scene.clock.advance(60 * minute)

      expect(waiting.restore?.remaining_seconds).to.equal(8 * 60)
      expect(scene.simulator.commandsSeen.filter((typed) => typed.startsWith('commit confirmed'))).to.have.lengthOf(1)
      expectThat.given()
    })
  })

  describe('whose confirming agent is killed', () => {
    async function killedAt(line: string) {
      const agent = await scene.hasRealAgent()
      const giving = agent.run()
      const { id } = await scene.restore()
      await scene.becomes(id, 'awaiting_confirmation')
      await giving.stop()
      const dying = agent.spawn()
      const killed = new Promise<void>((resolve) =>
        scene.whenTyped(line, () => void dying.kill().then(() => resolve())),
      )
      const { id: asked } = await scene.confirm()
      await killed
      await eventually('its session is closed', () => scene.simulator.connected === 0)
      return { id, asked, next: agent.run() }
    }

    it('before it commits: the commit stays pending, and can be confirmed', async () => {
      const { id, asked, next } = await killedAt('show | compare')
      const lost = await scene.becomes(asked, 'unknown')
      await scene.reapNow()
      await eventually('it was looked at', async () =>
        (await scene.followers(id)).some(({ kind, status }) => kind === 'restore_check' && status === 'succeeded'),
      )
      const between = await scene.runOf(id)
      await scene.confirm()

      const run = await scene.becomes(id, 'succeeded')
      await next.stop()
      scene.clock.advance(60 * minute)

      expect(lost.error_code).to.equal('agent_lost')
      expect(between.status).to.equal('awaiting_confirmation')
      expect(run.restore?.verified_at).to.be.a('string')
      expectThat.given()
    })

    it('after it committed: confirming again finds it confirmed', async () => {
      const { id, asked, next } = await killedAt('exit')
      await scene.becomes(asked, 'unknown')
      const between = await scene.runOf(id)
      const { id: again } = await scene.confirm()

      await scene.becomes(again, 'succeeded')
      await next.stop()
      scene.clock.advance(60 * minute)

      expect(between.status).to.equal('awaiting_confirmation')
      expect((await scene.runOf(id)).status).to.equal('succeeded')
      expectThat.given()
    })
  })

  it('is confirmed without the object store, and compared when that is back', async () => {
    const agent = (await scene.hasRealAgent()).run()
    const { id } = await scene.restore()
    await scene.becomes(id, 'awaiting_confirmation')
    const { forAgents } = service.dependencies
    const { repository } = forAgents
    forAgents.repository = {
      ...repository,
      chunkReader: () => ({ read: () => Promise.reject(new Error('the store is away')) }),
    }
    const { id: asked } = await scene.confirm()
    await eventually('the device has it for good', () => scene.router.rollbackAt === undefined)
    forAgents.repository = repository

    const confirmed = await scene.becomes(asked, 'succeeded')
    await scene.becomes(id, 'succeeded')
    await agent.stop()

    expect(confirmed.error).to.equal(null)
    expectThat.given()
  })

  it('is confirmed by an agent without free slots', async () => {
    const agent = (await scene.hasRealAgent()).run({ concurrency: 1 })
    const { id } = await scene.restore()
    await scene.becomes(id, 'awaiting_confirmation')
    const silent = await scene.hasSilentDevice()
    const { id: hanging } = await scene.trigger(silent)
    await scene.becomes(hanging, 'running')

    const { id: asked } = await scene.confirm()
    const run = await scene.becomes(asked, 'succeeded')
    const { status } = await scene.runOf(hanging)
    await scene.admin.post(`/api/runs/${hanging}/cancel`)
    await agent.stop()

    expect([run.status, status]).to.deep.equal(['succeeded', 'running'])
    expectThat.given()
  })

  describe('whose network is cut', () => {
    const intervals = { ...defaultIntervals, heartbeat_ms: 300, claim_wait_ms: 200, fence_ms: 3_000, lease_ms: 9_000 }

    it('before the commit disconnects and commits nothing', async () => {
      await scene.close()
      scene = await aRestoreScene(service, { cut: { command: 'commit check', bytes: 0, then: 'silence' } })
      service.dependencies.intervals = intervals
      const proxy = await startCuttableProxy(service.url)
      const running = (await scene.hasRealAgent()).run({ baseUrl: proxy.url })
      scene.whenTyped('commit check', () => proxy.cut())

      const { id } = await scene.restore()
      await eventually('it is checked', () => scene.simulator.commandsSeen.includes('commit check'))
      await eventually('the device is left', () => scene.simulator.connected === 0)
      service.advance(intervals.lease_ms)
      await scene.reapNow()
      const run = await scene.becomes(id, 'unknown', 'failed')
      proxy.heal()
      await running.stop()
      await proxy.close()

      expect(run.status).to.equal('unknown')
      expectThat.runsNow()
      expect(scene.router.candidate).to.equal(runsNow)
    })

    it('after the commit finishes, and its late result replaces unknown', async () => {
      service.dependencies.intervals = intervals
      const proxy = await startCuttableProxy(service.url)
      const running = (await scene.hasRealAgent()).run({ baseUrl: proxy.url })
      scene.router.onActive(() => proxy.cut())
      const { id } = await scene.restore()
      await eventually('it has left the device', () => scene.router.rollbackAt && scene.simulator.connected === 0)
      await pause(2 * intervals.fence_ms)
      service.advance(intervals.lease_ms)
      await scene.reapNow()
      const unknown = await scene.becomes(id, 'unknown')

      proxy.heal()
      const run = await scene.becomes(id, 'awaiting_confirmation')
      await running.stop()
      await proxy.close()

      expect(unknown.error_code).to.equal('agent_lost')
      expect(run).to.include({ attempts: 1, error_code: null })
    })
  })

  describe('whose service cuts its connections', () => {
    for (const moment of ['before_commit', 'after_commit', 'before_heartbeat', 'after_heartbeat'] as const) {
      it(`at ${moment} is still executed once`, async () => {
        const { id } = await scene.restore()
        const agent = await scene.hasRealAgent()
        // Armed last: otherwise a late heartbeat of an earlier agent could cut the test's own requests.
        const died = onceAt(service, moment, () => service.cutConnections())
        const running = agent.run()
        await died
        // Connections of the test itself were cut too: a request on one of them fails.
        const run = await eventually('the run is answered for', () =>
          scene.becomes(id, 'awaiting_confirmation', 'failed', 'unknown').catch(() => null),
        )
        await running.stop()

        expect(run).to.include({ status: 'awaiting_confirmation', attempts: 1 })
        expect(scene.simulator.commandsSeen.filter((typed) => typed.startsWith('commit confirmed'))).to.have.lengthOf(1)
      })
    }
  })
})
