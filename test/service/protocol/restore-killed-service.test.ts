import { expect } from 'chai'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { startReplica } from './replica.ts'
import { type RestoreScene, aRestoreScene } from './restore-scene.ts'
import { type TestService, startTestService } from '../../support/service.ts'

/** The service is a separate process and uses the machine's clock, as does the scene. */
describe('a restore whose service is killed', () => {
  let service: TestService
  let scene: RestoreScene

  beforeEach(async () => {
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 300, claim_wait_ms: 500 }
    scene = await aRestoreScene(service)
  })
  afterEach(async () => {
    await scene.close()
    await service.close()
  })

  for (const moment of ['after_heartbeat', 'before_commit'] as const) {
    it(`at ${moment} is executed once, and awaits its confirmation`, async () => {
      const agent = await scene.hasRealAgent()
      const dying = await startReplica(service, '0', moment)
      const { id } = await scene.restore()
      const running = agent.run({ baseUrl: dying.url })
      await dying.ended
      const restarted = await startReplica(service, new URL(dying.url).port, '')

      const run = await scene.becomes(id, 'awaiting_confirmation', 'failed', 'unknown')
      await running.stop()
      await restarted.kill('SIGKILL')

      expect(run).to.include({ status: 'awaiting_confirmation', attempts: 1 })
      expect(scene.simulator.commandsSeen.filter((typed) => typed.startsWith('commit confirmed'))).to.have.lengthOf(1)
    })
  }
})
