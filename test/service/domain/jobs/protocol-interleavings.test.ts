import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { reap } from '../../../../service/domain/jobs/reap.ts'
import { inScope } from '../../../../service/store/scope.ts'
import { seeded } from '../../../support/random.ts'
import { type HeldJob, type ScriptedAgent, anAgent } from '../../../support/scripted-agent.ts'
import { type Client, type TestService, must, startTestService } from '../../../support/service.ts'
import { shortIntervals } from '../../../support/short-intervals.ts'

const second = 1_000
const seeds = [1, 2, 3, 4]
const stepsPerRun = 80

/** An agent's process as agent-protocol.md has it, as far as it can be told from outside. */
interface Process {
  agent: ScriptedAgent
  /** The claim whose answer has not arrived yet. */
  claimId: string | null
  offers: HeldJob[]
  /** In session with the device: since an accepted heartbeat that was sent then. */
  working: Map<HeldJob, number>
  /** For so many turns nothing of it gets through. */
  cutFor: number
  /** Results that were sent and whose answer has not arrived yet. */
  unanswered: { job: HeldJob; body: unknown }[]
}

describe('agents, messages and clocks in any order', () => {
  let service: TestService

  before(async () => {
    service = await startTestService()
    service.pieces.intervals = { ...shortIntervals, claim_wait_ms: 1 }
  })
  after(() => service.close())

  for (const seed of seeds) {
    it(`never put two agents on one device, nor write twice, and every job ends (seed ${seed})`, async () => {
      const random = seeded(seed)
      const customer = await service.hasCustomer()
      const operator = await customer.as('tenant_operator')
      const device = await customer.hasDevice({ retry_attempts: 1, retry_delay_minutes: 1 })
      const processes: Process[] = []
      for (let n = 0; n < 3; n++) processes.push(aProcess(await anAgent(service, customer)))
      const jobs = new Set<string>()

      for (let step = 0; step < stepsPerRun; step++) {
        if (random() < 0.15) await triggerAgain(operator, device.id, jobs)
        await act(processes[Math.floor(random() * processes.length)] as Process, random)
        if (random() < 0.4) await pass(processes, random() * 40 * second)
        const inSession = processes.flatMap(({ working }) => [...working.keys()])
        expect(inSession, `step ${step}`).to.have.lengthOf.at.most(1)
      }
      await settle(processes, operator, jobs)

      const runs = must(await operator.get('/api/runs?limit=1000'), 200)
      const over = ['succeeded', 'unchanged', 'failed']
      expect(runs.map(({ status }: { status: string }) => status)).to.satisfy((all: string[]) =>
        all.every((status) => over.includes(status)),
      )
      const artifacts = must(await operator.get(`/api/devices/${device.id}/artifacts`), 200)
      const versions = artifacts[0] ? must(await operator.get(`/api/artifacts/${artifacts[0].id}/versions`), 200) : []
      const writers = versions.map((version: { job_id: string }) => version.job_id)
      expect(new Set(writers).size).to.equal(writers.length)
    })
  }

  async function act(process: Process, random: () => number): Promise<void> {
    const dice = random()
    const isLost = random() < 0.25
    const [offer] = process.offers
    const [working] = process.working.keys()
    if (process.cutFor > 0) return void (process.cutFor -= 1)
    if (dice < 0.05) return restart(process)
    if (dice < 0.15 && working) return void (process.cutFor = 10)
    if (dice < 0.4) return beat(process, isLost, random)
    if (dice < 0.6 && working) return finish(process, working, isLost, random)
    if (process.unanswered.length > 0) return repeatResult(process, isLost)
    if (!offer && !working) await claim(process, isLost)
  }

  /** The disk stays; what was held is gone. */
  async function restart(process: Process) {
    Object.assign(process, { ...aProcess(process.agent) })
    await process.agent.openSession()
  }

  async function claim(process: Process, isLost: boolean) {
    const claimId = process.claimId ?? randomUUID()
    const answer = await process.agent.claim({ claim_id: claimId, free_slots: 1 })
    process.claimId = isLost ? claimId : null
    if (!isLost) process.offers.push(...(await process.agent.open(answer)))
  }

  async function beat(process: Process, isLost: boolean, random: () => number) {
    const { agent, offers, working } = process
    const leases = [...offers, ...working.keys()]
    const sentAt = service.pieces.now().getTime()
    const answer = await agent.heartbeat(leases)
    if (random() < 0.2) await agent.heartbeat(leases) // a doubled one that came with a number of its own
    if (isLost || answer.status !== 200) return
    for (const [at, { state }] of answer.body.leases.entries()) {
      const job = leases[at] as HeldJob
      if (state === 'lost') working.delete(job)
      else working.set(job, sentAt)
    }
    process.offers = []
  }

  /** The device is left; then the result is offered until it is answered. */
  async function finish(process: Process, job: HeldJob, isLost: boolean, random: () => number) {
    process.working.delete(job)
    const { agent } = process
    let body: unknown = agent.resultBody(job, { outcome: 'failed', error_code: 'connection_timeout', transport: null })
    if (random() < 0.7) {
      try {
        const text = `hostname r1\n! ${job.jobId}\nsnmp-server location ${job.jobId}\nend\n`
        body = agent.resultBody(job, { artifacts: await agent.capture(job, { 'running-config': text }) })
      } catch {
        return // the lease is lost: nothing more is sent
      }
    }
    process.unanswered.push({ job, body })
    await repeatResult(process, isLost)
  }

  async function repeatResult(process: Process, isLost: boolean) {
    const [first] = process.unanswered
    if (!first) return
    const put = () => process.agent.send('PUT', `/api/agent/jobs/${first.job.jobId}/result`, first.body)
    const [answer] = await Promise.all([put(), put()])
    expect(answer?.status).to.be.oneOf([200, 409])
    if (!isLost) process.unanswered.shift()
  }

  /** Time goes by in small pieces; an agent that was not heard for 75 s leaves its device by itself. */
  async function pass(processes: Process[], ms: number) {
    for (let left = ms; left > 0; left -= 5 * second) {
      service.advance(Math.min(left, 5 * second))
      const now = service.pieces.now().getTime()
      for (const { working } of processes) {
        for (const [job, sentAt] of working) if (now - sentAt >= 75 * second) working.delete(job)
      }
      await reapNow()
    }
  }

  /** From now on nothing is lost. */
  async function settle(processes: Process[], operator: Client, jobs: Set<string>) {
    const honest = processes[0] as Process
    for (let round = 0; round < 60; round++) {
      for (const process of processes) while (process.unanswered.length > 0) await repeatResult(process, false)
      for (const process of processes.slice(1)) Object.assign(process, aProcess(process.agent))
      await pass(processes, 15 * second)
      if (honest.offers.length + honest.working.size === 0) await claim(honest, false)
      await beat(honest, false, () => 1)
      for (const job of honest.working.keys()) await finish(honest, job, false, () => 0)
      const waiting = must(await operator.get('/api/runs?limit=1000'), 200).filter(
        ({ id, finished_at: finishedAt }: { id: string; finished_at: string | null }) => jobs.has(id) && !finishedAt,
      )
      if (waiting.length === 0) return
    }
  }

  async function triggerAgain(operator: Client, deviceId: string, jobs: Set<string>) {
    for (const run of must(await operator.post('/api/backups/trigger', { device_ids: [deviceId] }), 202))
      jobs.add(run.id)
  }

  function reapNow() {
    const { knex, now } = service.pieces
    return reap((step) => inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: now() })), {
      everyMs: 5 * second,
      resultGraceMs: 600 * second,
      timeZone: 'UTC',
    })
  }
})

function aProcess(agent: ScriptedAgent): Process {
  return { agent, claimId: null, offers: [], working: new Map(), cutFor: 0, unanswered: [] }
}
