import { expect } from 'chai'
import { sealReport } from '../../../shared/agent-protocol/report.ts'
import { type FakeAgent, type HeldJob, anAgent, namesOf } from '../../support/fake-agent.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

const text = 'hostname r1\n!\nend\n'

describe('the agent protocol: batches', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let agent: FakeAgent
  const { hasDevice, trigger, runOf, backUp } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
    agent = await anAgent(service, customer)
  })
  after(() => service.close())

  /** Returns jobs that run, each of a device whose text is stored. */
  async function runningJobs(count: number): Promise<HeldJob[]> {
    const devices = []
    for (let at = 0; at < count; at += 1) devices.push(await hasDevice())
    for (const { id } of devices) await backUp(agent, id, { 'running-config': text })
    for (const { id } of devices) await trigger(id)
    const jobs = await agent.open(await agent.claim())
    await agent.heartbeat(jobs)
    return jobs
  }

  const logOf = ({ jobId, leaseId, order }: HeldJob, line: string) => {
    const place = { jobId, leaseId, purpose: 'log' as const }
    const lines = [{ at: '2026-01-05T10:00:00.000Z', level: 'info' as const, line }]
    return { lease_id: leaseId, first: 0, sealed: sealReport(Buffer.from(order.reportKey, 'base64'), place, lines) }
  }
  const checkOf = (job: HeldJob) => ({
    lease_id: job.leaseId,
    artifacts: [{ key: 'running-config', transport: 'ssh', ...namesOf(job, 'running-config', text) }],
  })
  const unchangedResult = (job: HeldJob) =>
    agent.resultBody(job, { artifacts: agent.unchanged(job, { 'running-config': text }) })
  const of = (job: HeldJob, body: object) => ({ job_id: job.jobId, body })
  const send = (batch: object) => agent.send('POST', '/api/agent/batches', batch)

  it('answers each request as if it was sent alone', async () => {
    const [first, second] = (await runningJobs(2)) as [HeldJob, HeldJob]

    const { status, isSigned, body } = await send({
      checks: [of(first, checkOf(first)), of(second, checkOf(second))],
      logs: [of(first, logOf(first, 'one')), of(second, { ...logOf(second, 'two'), lease_id: first.leaseId })],
    })

    expect({ status, isSigned }).to.deep.equal({ status: 200, isSigned: true })
    const artifacts = [{ key: 'running-config', transport: 'ssh', state: 'unchanged' }]
    expect(body.checks).to.deep.equal(Array(2).fill({ status: 200, body: { artifacts } }))
    expect(body.logs[0]).to.deep.equal({ status: 204 })
    expect(body.logs[1]).to.have.property('status', 409)
    expect(body.logs[1].body).to.include({ code: 'lease_lost', type: 'urn:coffer:problem:lease_lost' })
    expect(Object.keys(body).sort()).to.deep.equal(['checks', 'logs'])
  })

  it('stores the log of a job before its result is committed', async () => {
    const jobs = await runningJobs(2)

    const { body } = await send({
      results: jobs.map((job) => of(job, unchangedResult(job))),
      logs: jobs.map((job) => of(job, logOf(job, `of ${job.jobId}`))),
    })

    expect(body.results).to.deep.equal(Array(2).fill({ status: 200, body: { status: 'unchanged' } }))
    for (const { jobId } of jobs) {
      const lines = must(await operator.get(`/api/runs/${jobId}/log`), 200)
      expect(lines.map(({ line }: { line: string }) => line)).to.include(`of ${jobId}`)
    }
  })

  it('recognises a repeated result sent alone, and rejects a different one', async () => {
    const [job] = (await runningJobs(1)) as [HeldJob]
    const result = unchangedResult(job)
    const path = `/api/agent/jobs/${job.jobId}/result`

    const { body } = await send({ results: [of(job, result)] })
    const alone = await agent.send('PUT', path, result)
    const again = await send({ results: [of(job, result)] })
    const other = await send({ results: [of(job, unchangedResult(job))] })

    expect(body.results).to.deep.equal([{ status: 200, body: { status: 'unchanged' } }])
    expect(alone).to.deep.include({ status: 200, body: { status: 'unchanged' } })
    expect(again.body).to.deep.equal(body)
    expect(other.body.results[0].body).to.include({ code: 'result_mismatch' })
    expect(await runOf(job.jobId)).to.include({ status: 'unchanged', attempts: 1 })
  })

  it('commits the other results of a batch if one is rejected', async () => {
    const [good, bad] = (await runningJobs(2)) as [HeldJob, HeldJob]
    const names = namesOf(bad, 'running-config', 'hostname other\nend\n')
    const wrong = agent.resultBody(bad, {
      artifacts: [{ key: 'running-config', transport: 'ssh', state: 'unchanged', ...names }],
    })

    const { body } = await send({ results: [of(bad, wrong), of(good, unchangedResult(good))] })

    expect(body.results.map(({ status }: { status: number }) => status)).to.deep.equal([409, 200])
    expect(body.results[0].body).to.include({ code: 'not_unchanged' })
    expect(await runOf(good.jobId)).to.include({ status: 'unchanged' })
    expect(await runOf(bad.jobId)).to.include({ status: 'running' })
  })

  it('rejects a batch as a whole if a request does not match the contract', async () => {
    const [job] = (await runningJobs(1)) as [HeldJob]

    const { status, body } = await send({
      checks: [of(job, checkOf(job)), of(job, { ...checkOf(job), extra: true })],
    })

    expect({ status, code: body.code }).to.deep.equal({ status: 422, code: 'validation_failed' })
    expect(body.errors[0]).to.include({ path: 'checks.1.body.extra', code: 'unknown_field' })
  })

  it('states the maximum batch size when a session opens', async () => {
    const { body } = await agent.openSession()

    expect(body.max_batch).to.equal(100)
  })

  it('states when a session opens that packs need no MD5 if agents cannot upload to the store', async () => {
    const { body } = await agent.openSession()

    expect(body.pack_md5).to.equal(false)
  })
})
