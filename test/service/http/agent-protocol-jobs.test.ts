import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { treeFingerprintOf } from '../../../shared/agent-protocol/tree-fingerprint.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { createTreeWriter } from '../../../shared/repository/tree-writer.ts'
import { reap } from '../../../service/domain/jobs/reap.ts'
import { type ScopedTransaction, inScope } from '../../../service/store/scope.ts'
import { type HeldJob, type ScriptedAgent, anAgent, namesOf } from '../../support/scripted-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

const second = 1_000
const minute = 60 * second

const running = 'hostname r1\n!\ninterface Vlan1\n no ip address\n!\nend\n'

describe('the agent protocol: jobs', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  let waitingPolls = 0

  before(async () => {
    service = await startTestService()
    service.pieces.intervals = shortIntervals
    const { on } = service.pieces.signals
    service.pieces.signals.on = (channel, listener) => {
      const off = on(channel, listener)
      if (channel === 'jobs') waitingPolls += 1
      return () => {
        if (channel === 'jobs') waitingPolls -= 1
        off()
      }
    }
  })
  beforeEach(async () => {
    customer = await service.hasCustomer()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())

  async function hasDevice(fields: Parameters<Customer['hasDevice']>[0] = {}) {
    const credential = await customer.hasCredential({ username: 'backup', password: 'sesame-1234' })
    return customer.hasDevice({ credential_id: credential.id, ...fields })
  }

  async function trigger(deviceId: string) {
    return must(await operator.post('/api/backups/trigger', { device_ids: [deviceId] }), 202)[0]
  }

  async function runOf(id: string) {
    return must(await operator.get(`/api/runs/${id}`), 200)
  }

  async function deviceOf(id: string) {
    return must(await operator.get(`/api/devices/${id}`), 200)
  }

  function asPlatform<T>(work: (trx: ScopedTransaction) => PromiseLike<T>): Promise<T> {
    return inScope(service.pieces.knex, { kind: 'platform' }, work)
  }

  /** Resolves when so many polls wait for work. */
  async function isPolling(count: number) {
    while (waitingPolls !== count) await pause(5)
  }

  /** One round of the reaper, at the service's time. */
  function reapNow() {
    const { now, settings } = service.pieces
    return reap((step) => asPlatform((trx) => step({ trx, now: now() })), {
      everyMs: 5 * second,
      resultGraceMs: 10 * minute,
      timeZone: settings.timeZone,
    })
  }

  async function backUp(agent: ScriptedAgent, deviceId: string, texts: Record<string, string>) {
    const { id } = await trigger(deviceId)
    const job = await agent.startJob()
    const answer = await agent.result(job, { artifacts: await agent.capture(job, texts) })
    return { id, job, answer, run: await runOf(id) }
  }

  describe('an offer', () => {
    it('tells the agent’s process, and nobody else, what to do and with which secrets', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ hostname: '192.0.2.7', options: { ssh_port: 2222 } })
      await trigger(device.id)

      const answer = await agent.claim()
      const [job] = await agent.open(answer)

      expect(answer).to.deep.include({ status: 200, isSigned: true })
      expect(JSON.stringify(answer.body)).to.not.contain('sesame')
      expect(job?.order).to.deep.include({ transports: ['ssh'], posture: 'strict', approvedFingerprints: [] })
      expect(job?.order.device).to.deep.include({ id: device.id, host: '192.0.2.7', ports: { ssh: 2222, api: 443 } })
      expect(job?.order.credentials.ssh).to.deep.equal({ username: 'backup', password: 'sesame-1234' })
    })

    it('is given again to the same claim while it stands, and nothing more', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      await trigger((await hasDevice()).id)
      const claim = { claim_id: randomUUID(), free_slots: 1 }

      const [first] = await agent.open(await agent.claim(claim))
      const again = await agent.open(await agent.claim(claim))

      expect(again.map(({ leaseId }) => leaseId)).to.deep.equal([first?.leaseId])
    })

    it('goes to the oldest jobs first, up to the free slots', async () => {
      const agent = await anAgent(service, customer)
      const queued: string[] = []
      for (let n = 0; n < 3; n++) {
        queued.push((await trigger((await hasDevice()).id)).id)
        service.advance(second)
      }

      const first = await agent.open(await agent.claim({ free_slots: 2 }))
      const second_ = await agent.open(await agent.claim({ free_slots: 2 }))

      expect([...first, ...second_].map(({ jobId }) => jobId)).to.deep.equal(queued)
      expect(first).to.have.lengthOf(2)
    })

    it('goes only to an agent that is authorised and can reach the device', async () => {
      const chosen = await anAgent(service, customer)
      const other = await anAgent(service, customer)
      const elsewhere = await anAgent(service, await service.hasCustomer())
      await other.openSession()
      const device = await hasDevice({ agent_ids: [chosen.id] })
      const { id } = await trigger(device.id)
      await chosen.openSession({ platforms: ['linux_server'] })

      const answers = [await other.claim(), await elsewhere.claim(), await chosen.claim()]
      await chosen.openSession()
      const [job] = await chosen.open(await chosen.claim())

      expect(answers.map(({ status }) => status)).to.deep.equal([204, 204, 204])
      expect(job?.jobId).to.equal(id)
    })

    it('is given to one agent only, however many ask at once', async () => {
      const agents = await Promise.all(Array.from({ length: 4 }, () => anAgent(service, customer)))
      const devices = await Promise.all(Array.from({ length: 6 }, () => hasDevice()))
      must(await operator.post('/api/backups/trigger', { all_devices: true }), 202)

      const claimed = await Promise.all(agents.map(async (agent) => agent.open(await agent.claim({ free_slots: 3 }))))

      const ids = claimed.flat().map(({ order }) => order.device.id)
      expect(ids).to.have.members(devices.map(({ id }) => id))
      expect(new Set(ids).size).to.equal(6)
    })

    it('holds the device: a test that waits beside a backup is not offered meanwhile', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      await trigger(device.id)
      must(await operator.post(`/api/devices/${device.id}/test`), 202)

      const first = await agent.open(await agent.claim())
      await agent.heartbeat(first)
      const meanwhile = await agent.claim()
      await agent.result(first[0] as HeldJob, { outcome: 'failed', error_code: 'auth_failed', transport: null })
      const then = await agent.open(await agent.claim())

      expect(first).to.have.lengthOf(1)
      expect(meanwhile.status).to.equal(204)
      expect(then.map(({ kind }) => kind)).to.deep.equal(['test'])
    })

    it('wakes a poll that waits for it', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      service.pieces.intervals = { ...shortIntervals, claim_wait_ms: 15_000 }

      const polling = agent.claim()
      await trigger(device.id)
      const answer = await polling
      service.pieces.intervals = shortIntervals

      expect(answer.status).to.equal(200)
    })

    it('is not made to a poll that nobody hears any more, nor to one of an agent that was revoked meanwhile', async () => {
      const agent = await anAgent(service, customer)
      const other = await anAgent(service, customer)
      const admin = await service.as('platform_admin')
      const device = await hasDevice()
      service.pieces.intervals = { ...shortIntervals, claim_wait_ms: 2_000 }
      const leaving = new AbortController()
      const path = '/api/agent/claims'
      const gone = agent.send('POST', path, { claim_id: randomUUID(), free_slots: 1 }, { signal: leaving.signal })
      const revoked = other.claim()
      await isPolling(2)
      leaving.abort()
      await gone.catch(() => undefined)
      await isPolling(1)
      must(await admin.post(`/api/agents/${other.id}/revoke?tenant=${customer.id}`), 200)

      const { id } = await trigger(device.id)
      const answer = await revoked
      service.pieces.intervals = shortIntervals

      expect(answer.status).to.equal(204)
      expect(await runOf(id)).to.deep.include({ status: 'queued', agent_id: null })
    })

    it('falls back to the queue when nobody begins, and costs nothing', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = await trigger(device.id)
      const [first] = await agent.open(await agent.claim())

      service.advance(31 * second)
      await reapNow()
      const late = await agent.heartbeat([first as HeldJob])
      const [second_] = await agent.open(await agent.claim())

      expect(late.body.leases[0].state).to.equal('lost')
      expect(second_?.jobId).to.equal(id)
      expect(second_?.leaseId).to.not.equal(first?.leaseId)
      expect(await runOf(id)).to.deep.include({ status: 'queued', attempts: 0, losses: 0 })
    })
  })

  describe('a lease', () => {
    it('begins with the first heartbeat', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const [job] = await agent.open(await agent.claim())

      const before = await runOf(id)
      const answer = await agent.heartbeat([job as HeldJob])
      const after = await runOf(id)

      expect(before).to.deep.include({ status: 'queued', attempts: 0, started_at: null })
      expect(answer.body.leases[0].state).to.equal('held')
      expect(after).to.deep.include({ status: 'running', attempts: 1, agent_id: agent.id })
    })

    it('holds as long as it is beaten for, and is lost 90 s after the last beat', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      service.advance(80 * second)
      await agent.heartbeat([job])
      service.advance(80 * second)
      await reapNow()
      const held = await runOf(id)

      service.advance(11 * second)
      await reapNow()
      const beat = await agent.heartbeat([job])

      expect(held.status).to.equal('running')
      expect(await runOf(id)).to.deep.include({ status: 'queued', losses: 1, attempts: 1 })
      expect(beat.body.leases[0].state).to.equal('lost')
    })

    it('is lost at once when the agent drops it, or a new process begins', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)

      await agent.heartbeat([], [await agent.startJob()])
      const dropped = await runOf(id)
      await agent.startJob()
      await agent.openSession()
      const restarted = await runOf(id)
      const [job] = await agent.open(await agent.claim())

      expect(dropped).to.deep.include({ status: 'queued', losses: 1 })
      expect(restarted).to.deep.include({ status: 'queued', losses: 2 })
      expect(job?.jobId).to.equal(id)
    })

    it('goes on when the same process opens another session', async () => {
      const agent = await anAgent(service, customer)
      const bootId = randomUUID()
      await agent.openSession({ boot_id: bootId })
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()

      await agent.openSession({ boot_id: bootId })
      const beat = await agent.heartbeat([job])

      expect(beat.body.leases[0].state).to.equal('held')
      expect(await runOf(id)).to.deep.include({ status: 'running', losses: 0 })
    })

    it('can be lost ten times; then the job has failed, and the device shows it', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = await trigger(device.id)

      for (let loss = 1; loss <= 10; loss++) await agent.heartbeat([], [await agent.startJob()])

      const run = await runOf(id)
      expect(run).to.deep.include({ status: 'failed', error_code: 'agent_lost', losses: 10, device_failures: 0 })
      expect(run.error).to.contain(device.name)
      expect((await deviceOf(device.id)).state).to.equal('failed')
      expect((await agent.claim()).status).to.equal(204)
    })

    it('falls with the agent that is revoked', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      await agent.startJob()
      const admin = await service.as('platform_admin')

      must(await admin.post(`/api/agents/${agent.id}/revoke?tenant=${customer.id}`), 200)
      await reapNow()

      expect(await runOf(id)).to.deep.include({ status: 'queued', losses: 1 })
    })

    it('is taken away ten minutes past the job’s deadline, and counts against the device', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ retry_attempts: 0 })
      const { id } = await trigger(device.id)
      const job = await agent.startJob()
      for (let m = 0; m < 20; m++) {
        service.advance(minute)
        await agent.heartbeat([job])
      }

      await reapNow()

      expect(await runOf(id)).to.deep.include({ status: 'failed', error_code: 'deadline_exceeded', device_failures: 1 })
    })
  })

  describe('cancelling', () => {
    it('ends a run that waits, also one that is offered', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const [job] = await agent.open(await agent.claim())

      const answer = await operator.post(`/api/runs/${id}/cancel`)
      const beat = await agent.heartbeat([job as HeldJob])

      expect(answer.body).to.deep.include({ status: 'cancelled', cancel_requested: true })
      expect(beat.body.leases[0].state).to.equal('lost')
      expect((await operator.post(`/api/runs/${id}/cancel`)).status).to.equal(409)
    })

    it('asks a running one to stop, which ends when the agent says so', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = await trigger(device.id)
      const job = await agent.startJob()

      const asked = await operator.post(`/api/runs/${id}/cancel`)
      const beat = await agent.heartbeat([job])
      const result = await agent.result(job, { outcome: 'cancelled', transport: null })

      expect(asked.body).to.deep.include({ status: 'running', cancel_requested: true })
      expect(beat.body.leases[0].state).to.equal('cancel')
      expect(result.body).to.deep.equal({ status: 'cancelled' })
      expect((await deviceOf(device.id)).state).to.equal('never')
      expect(await trigger(device.id)).to.include({ status: 'queued' })
    })

    it('ends one whose agent is gone with its lease', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      await agent.startJob()
      await operator.post(`/api/runs/${id}/cancel`)

      service.advance(91 * second)
      await reapNow()

      expect(await runOf(id)).to.deep.include({ status: 'cancelled' })
    })

    it('is no loss of words: an agent that stops unasked gives the job back', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()

      const result = await agent.result(job, { outcome: 'cancelled', transport: null })

      expect(result.body.status).to.equal('queued')
      expect(await runOf(id)).to.deep.include({ status: 'queued', losses: 1 })
    })
  })

  describe('a result', () => {
    it('becomes versions, whose content comes back byte for byte', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()

      const { answer, run } = await backUp(agent, device.id, { 'running-config': running, version: 'uptime is 1\n' })

      expect(answer).to.deep.include({ status: 200, isSigned: true, body: { status: 'succeeded' } })
      expect(run).to.deep.include({ status: 'succeeded', transport: 'ssh', attempts: 1 })
      expect(run.artifacts.map(({ outcome }: { outcome: string }) => outcome)).to.deep.equal(['changed', 'changed'])
      const versionId = run.artifacts[0].version_id
      const content = await operator.get(`/api/artifacts/versions/${versionId}/content`)
      expect(content.bytes.toString()).to.equal(running)
      expect(await deviceOf(device.id)).to.deep.include({ state: 'changed', has_history: true })
    })

    it('makes no version of a text that says the same, whether it was sent or not', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const at = (time: string) => `! Last configuration change at ${time} UTC Mon Jan 5 2026\n${running}`
      const first = await backUp(agent, device.id, { 'running-config': at('10:00:00') })

      const sent = await backUp(agent, device.id, { 'running-config': at('11:00:00') })
      const { id } = await trigger(device.id)
      const job = await agent.startJob()
      const check = await agent.check(job, { 'running-config': at('12:00:00'), version: 'uptime is 2\n' })
      const names = namesOf(job, 'running-config', at('12:00:00'))
      const named = { key: 'running-config', transport: 'ssh' as const, ...names }
      const kept = await agent.result(job, { artifacts: [{ ...named, state: 'unchanged' }] })

      expect(sent.answer.body.status).to.equal('unchanged')
      expect(check.body.artifacts.map(({ state }: { state: string }) => state)).to.deep.equal(['unchanged', 'needed'])
      expect(kept.body.status).to.equal('unchanged')
      const versions = [sent.run, await runOf(id)].map((run) => run.artifacts[0].version_id)
      expect(versions).to.deep.equal(Array(2).fill(first.run.artifacts[0].version_id))
    })

    it('measures a change against the version before, and marks one that lost its end', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const long = `${running.replace('end\n', '')}${'access-list 1 permit any\n'.repeat(20)}line vty 0 4\nend\n`
      await backUp(agent, device.id, { 'running-config': long })

      const { run } = await backUp(agent, device.id, { 'running-config': running })

      const version = await operator.get(`/api/artifacts/versions/${run.artifacts[0].version_id}`)
      expect(version.body).to.deep.include({ added: 0, removed: 21, suspicious: ['it shrank by more than 40 %'] })
    })

    it('is answered as before when it comes again, and refused when it is another', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      await trigger(device.id)
      const job = await agent.startJob()
      const body = agent.resultBody(job, { artifacts: await agent.capture(job, { 'running-config': running }) })
      const put = (content: unknown) => agent.send('PUT', `/api/agent/jobs/${job.jobId}/result`, content)

      const both = await Promise.all([put(body), put(body)])
      const again = await put(body)
      const other = await put({ ...body, outcome: 'failed' })

      expect(both.map((answer) => answer.body)).to.deep.equal([{ status: 'succeeded' }, { status: 'succeeded' }])
      expect(again.body).to.deep.equal({ status: 'succeeded' })
      expect([other.status, other.body.code]).to.deep.equal([409, 'result_mismatch'])
      const artifacts = await operator.get(`/api/devices/${device.id}/artifacts`)
      expect(artifacts.body[0].versions_count).to.equal(1)
    })

    it('is answered as before when the service died after the commit', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const body = agent.resultBody(job, { artifacts: await agent.capture(job, { 'running-config': running }) })
      const put = () => agent.send('PUT', `/api/agent/jobs/${job.jobId}/result`, body)
      service.pieces.failpoint = (name) => {
        if (name === 'after_commit') throw new Error('the service dies here')
      }

      const died = await put()
      delete service.pieces.failpoint
      const again = await put()

      expect([died.status, again.status, again.body.status]).to.deep.equal([500, 200, 'succeeded'])
    })

    it('leaves nothing when the service died before the commit', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      await trigger(device.id)
      const job = await agent.startJob()
      const body = agent.resultBody(job, { artifacts: await agent.capture(job, { 'running-config': running }) })
      const put = () => agent.send('PUT', `/api/agent/jobs/${job.jobId}/result`, body)
      service.pieces.failpoint = (name) => {
        if (name === 'before_commit') throw new Error('the service dies here')
      }

      const died = await put()
      delete service.pieces.failpoint
      const artifacts = await operator.get(`/api/devices/${device.id}/artifacts`)
      const again = await put()

      expect([died.status, artifacts.body, again.body.status]).to.deep.equal([500, [], 'succeeded'])
    })

    it('is taken late, as long as no newer lease was given', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      service.advance(91 * second)
      await reapNow()

      const late = await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': running }) })

      expect(late.body.status).to.equal('succeeded')
      expect(await runOf(id)).to.deep.include({ status: 'succeeded', losses: 1, agent_id: agent.id })
    })

    it('is refused when another agent has the job, or it was cancelled', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const lost = await agent.startJob()
      await agent.heartbeat([], [lost])
      const newer = await agent.startJob()
      await operator.post(`/api/runs/${newer.jobId}/cancel`)
      await agent.result(newer, { outcome: 'cancelled', transport: null })

      const answers = [
        await agent.result(lost, { outcome: 'failed', error_code: 'connection_timeout', transport: null }),
        await agent.check(newer, { 'running-config': running }),
        await agent.log(newer, []),
      ]

      expect(answers.map(({ body }) => body.code)).to.deep.equal(['lease_lost', 'lease_lost', 'lease_lost'])
    })

    it('names the chunks that are not stored', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const absent = 'ab'.repeat(32)
      const named = namesOf(job, 'running-config', running)
      const artifact = { key: 'running-config', transport: 'ssh', state: 'captured', ...named } as const

      const answer = await agent.result(job, {
        artifacts: [{ ...artifact, content: { size: running.length, chunks: [absent] } }],
      })

      expect([answer.status, answer.body.missing_ids]).to.deep.equal([412, [absent]])
      expect(await runOf(job.jobId)).to.deep.include({ status: 'running' })
    })

    it('does not believe an agent that says “unchanged” of something else', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      await backUp(agent, device.id, { 'running-config': running })
      await trigger(device.id)
      const job = await agent.startJob()
      const other = namesOf(job, 'running-config', 'hostname r2\nend\n')

      const answer = await agent.result(job, {
        artifacts: [{ key: 'running-config', transport: 'ssh', state: 'unchanged', ...other }],
      })

      expect([answer.status, answer.body.code]).to.deep.equal([409, 'not_unchanged'])
    })

    it('is partial when some artifacts failed, failed when all did', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ retry_attempts: 0 })
      const { id } = await trigger(device.id)
      const job = await agent.startJob()
      const failed = { transport: 'ssh', state: 'failed', error_code: 'output_truncated' } as const
      const captured = await agent.capture(job, { 'running-config': running })
      const absent = { key: 'startup-config', transport: 'ssh', state: 'absent' } as const
      const report = { artifacts: { 'version/ssh': { message: 'it ended early' } }, warnings: ['look here'] }

      const partial = await agent.result(job, {
        artifacts: [...captured, { ...failed, key: 'version' }, absent],
        report,
      })
      const partialRun = await runOf(id)
      const partialDevice = await deviceOf(device.id)
      await trigger(device.id)
      const next = await agent.startJob()
      const all = await agent.result(next, { artifacts: [{ ...failed, key: 'version' }], report })

      expect([partial.body.status, all.body.status]).to.deep.equal(['partial', 'failed'])
      expect(partialRun.artifacts.map((one: { outcome: string }) => one.outcome)).to.deep.equal([
        'changed',
        'failed',
        'absent',
      ])
      expect(partialRun.artifacts[1]).to.deep.include({ code: 'output_truncated', message: 'it ended early' })
      expect(partialRun.warnings).to.deep.equal(['look here'])
      expect([partialDevice.state, partialDevice.last_success_at !== null]).to.deep.equal(['partial', true])
      expect(await runOf(next.jobId)).to.deep.include({ error_code: 'output_truncated', error: 'it ended early' })
    })

    it('of a failure is tried again after a while, as often as the device allows', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ retry_attempts: 1, retry_delay_minutes: 10 })
      const { id } = await trigger(device.id)
      const timeout = { outcome: 'failed', error_code: 'connection_timeout', transport: null } as const
      const words = { report: { error: `${device.name}: connecting: nothing answered` } }

      const first = await agent.result(await agent.startJob(), { ...timeout, ...words })
      const waiting = await runOf(id)
      const early = await agent.claim()
      service.advance(10 * minute)
      const last = await agent.result(await agent.startJob(), { ...timeout, ...words })

      expect([first.body.status, early.status, last.body.status]).to.deep.equal(['retrying', 204, 'failed'])
      expect(waiting).to.deep.include({ status: 'retrying', device_failures: 1, error: words.report.error })
      expect(await runOf(id)).to.deep.include({ device_failures: 2, attempts: 2, losses: 0 })
    })

    it('of a refused login is never tried again, and one without approval is blocked', async () => {
      const agent = await anAgent(service, customer)
      const [one, other] = [await hasDevice({ retry_attempts: 5 }), await hasDevice({ retry_attempts: 5 })]
      await trigger(one.id)
      const refused = await agent.result(await agent.startJob(), {
        outcome: 'failed',
        error_code: 'auth_failed',
        transport: null,
      })
      await trigger(other.id)
      const blocked = await agent.result(await agent.startJob(), {
        outcome: 'blocked',
        error_code: 'fingerprint_unapproved',
        transport: null,
      })

      expect([refused.body.status, blocked.body.status]).to.deep.equal(['failed', 'blocked'])
      expect([(await deviceOf(one.id)).state, (await deviceOf(other.id)).state]).to.deep.equal(['failed', 'blocked'])
    })

    it('of a connection test says its steps, and leaves the device’s record as it was', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = must(await operator.post(`/api/devices/${device.id}/test`), 202)
      const steps = [{ name: 'connect', ok: true, duration_ms: 12.5 }]

      const answer = await agent.result(await agent.startJob(), { report: { steps } })

      expect(answer.body.status).to.equal('succeeded')
      expect(await runOf(id)).to.deep.include({ kind: 'test', status: 'succeeded', steps })
      expect((await deviceOf(device.id)).state).to.equal('never')
    })

    it('is marked when the agent was in lab mode', async () => {
      const agent = await anAgent(service, customer, { slug: 'lab', name: 'lab', lab_mode: true })

      const { run } = await backUp(agent, (await hasDevice()).id, { 'running-config': running })

      const version = await operator.get(`/api/artifacts/versions/${run.artifacts[0].version_id}`)
      expect([run.lab_mode, version.body.lab_mode]).to.deep.equal([true, true])
    })

    it('leaves an audit record of the agent', async () => {
      const agent = await anAgent(service, customer)

      const { id } = await backUp(agent, (await hasDevice()).id, { 'running-config': running })

      const admin = await customer.as('tenant_admin')
      const records = await admin.get('/api/audit?action=backup.commit')
      expect(records.body[0]).to.include({ object_id: id, outcome: 'done', role: null })
      expect(records.body[0].actor).to.match(/^agent:/)
      expect(records.body[0].detail.versions).to.have.lengthOf(1)
    })
  })

  describe('a tree', () => {
    const at = { seconds: 1_700_000_000, nanoseconds: 5 }
    const plain = { mode: 0o644, uid: 0, gid: 0, mtime: at }

    async function capture(agent: ScriptedAgent, job: HeldJob, files: Record<string, string>) {
      const writer = agent.writer(job)
      const tree = createTreeWriter(writer)
      for (const [path, text] of Object.entries(files)) {
        const content = { size: text.length, chunks: [await writer.put(Buffer.from(text))] }
        await tree.add(Buffer.from(path), { ...plain, type: 'file', size: text.length, content })
      }
      const { root, identity } = await tree.end()
      await writer.flush()
      const fingerprint = treeFingerprintOf(Buffer.from(job.order.chunkIdKey, 'base64'), identity)
      const names = { fingerprint, normalised_fingerprint: fingerprint, normaliser_revision: 0 }
      return { key: 'filetree', transport: 'ssh', ...names, root } as const
    }

    function hasServer() {
      return hasDevice({ platform: 'linux_server', options: { paths: ['/etc'] } })
    }

    it('becomes a version with its snapshot, and the baseline of the next run, sealed to its process', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasServer()
      const files = { 'etc/hosts': '127.0.0.1 localhost\n', 'etc/motd': 'hello\n' }
      await trigger(device.id)
      const job = await agent.startJob()
      const before = await agent.baseline(job)
      const captured = await capture(agent, job, files)

      const first = await agent.result(job, { artifacts: [{ ...captured, state: 'captured' }] })
      await trigger(device.id)
      const next = await agent.startJob()
      const baseline = await agent.baseline(next)
      const same = await agent.result(next, { artifacts: [{ ...captured, state: 'unchanged', root: undefined }] })

      expect([first.body.status, same.body.status]).to.deep.equal(['succeeded', 'unchanged'])
      expect(before).to.deep.equal({ files: [], next: null })
      expect(baseline.files.map(({ path, size, seconds }) => [path, size, seconds])).to.deep.equal([
        ['etc/hosts', 20, at.seconds],
        ['etc/motd', 6, at.seconds],
      ])
      const snapshots = must(await operator.get(`/api/devices/${device.id}/snapshots`), 200)
      expect(snapshots).to.have.lengthOf(1)
      expect(snapshots[0]).to.include({ files: 2, folders: 1, size_bytes: 26, problems: 0 })
    })

    it('is not taken when a file’s content was never sent, or the root is none', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasServer()).id)
      const job = await agent.startJob()
      const writer = agent.writer(job)
      const gone = 'cd'.repeat(32) as ChunkId
      const kept = createTreeWriter(writer)
      await kept.add(Buffer.from('a'), { ...plain, type: 'file', size: 3, content: { size: 3, chunks: [gone] } })
      const { root } = await kept.end()
      await writer.flush()
      const captured = await capture(agent, job, { a: 'abc' })

      const missing = await agent.result(job, { artifacts: [{ ...captured, state: 'captured', root }] })
      const noRoot = await writer.put(Buffer.from('not a root'))
      await writer.flush()
      const refused = await agent.result(job, { artifacts: [{ ...captured, state: 'captured', root: noRoot }] })

      expect([missing.status, missing.body.missing_ids]).to.deep.equal([412, [gone]])
      expect(refused.status).to.equal(422)
    })
  })

  describe('a newer normalisation', () => {
    it('makes no change by itself: the stored text is normalised anew', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { run } = await backUp(agent, device.id, {
        'running-config': `! Last configuration change at 1\n${running}`,
      })
      const id = run.artifacts[0].version_id
      const old = { normaliser_revision: 0, normalised_fingerprint: '0'.repeat(64) }
      await asPlatform((trx) => trx('versions').where({ id }).update(old))
      await trigger(device.id)
      const job = await agent.startJob()

      const check = await agent.check(job, { 'running-config': `! Last configuration change at 2\n${running}` })

      expect(check.body.artifacts[0].state).to.equal('unchanged')
      const [row] = await asPlatform((trx) => trx('versions').where({ id }))
      expect(row.normaliser_revision).to.equal(job.order.normaliserRevision)
    })
  })

  describe('a host key', () => {
    const key = {
      kind: 'ssh_host_key',
      algorithm: 'ssh-ed25519',
      host: '192.0.2.1',
      port: 22,
      fingerprint: `SHA256:${'A'.repeat(43)}`,
    } as const

    function show(agent: ScriptedAgent, job: HeldJob, seen: object = key) {
      const body = { lease_id: job.leaseId, observed: [seen] }
      return agent.send('POST', `/api/agent/jobs/${job.jobId}/fingerprints`, body)
    }

    it('waits for a person, and is in the envelope once it was approved', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const admin = await customer.as('tenant_admin')
      await trigger(device.id)
      const job = await agent.startJob()

      const first = await show(agent, job)
      const [record] = must(await admin.get('/api/trust/fingerprints'), 200)
      must(await admin.post(`/api/trust/fingerprints/${record.id}/approve`), 200)
      const second_ = await show(agent, job)
      await agent.result(job, { outcome: 'blocked', error_code: 'fingerprint_unapproved', transport: null })
      await trigger(device.id)
      const [next] = await agent.open(await agent.claim())

      expect(first.body.decisions).to.deep.equal([{ fingerprint: key.fingerprint, status: 'pending' }])
      expect(second_.body.decisions[0].status).to.equal('approved')
      const { kind, host, port, fingerprint } = key
      expect(next?.order.approvedFingerprints).to.deep.equal([{ kind, host, port, fingerprint }])
    })

    it('of another address than the device’s is refused', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)

      const answer = await show(agent, await agent.startJob(), { ...key, host: '198.51.100.1' })

      expect([answer.status, answer.body.errors[0].path]).to.deep.equal([422, 'observed.0.host'])
    })

    it('is accepted at first sight where the platform allows it, marked until somebody compares it', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const setting = { key: 'trust_posture', value: '"tofu"', updated_at: new Date() }
      await asPlatform((trx) => trx('settings').insert(setting))
      const { id } = await trigger(device.id)
      const job = await agent.startJob()

      const first = await show(agent, job)
      const changed = await show(agent, job, { ...key, fingerprint: `SHA256:${'B'.repeat(43)}` })
      await asPlatform((trx) => trx('settings').where({ key: 'trust_posture' }).delete())

      expect(first.body.decisions[0].status).to.equal('approved')
      expect(changed.body.decisions[0].status).to.equal('pending')
      expect((await runOf(id)).host_not_compared).to.equal(true)
    })
  })

  describe('a run’s log', () => {
    it('can be read while the run goes on, and is sealed in the database', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const line = { at: '2026-01-02T03:04:05.000Z', level: 'info', line: 'logged in to r1' } as const

      const answer = await agent.log(job, [line, { ...line, level: 'warn', line: 'the second' }])
      const log = must(await operator.get(`/api/runs/${id}/log`), 200)
      const rest = must(await operator.get(`/api/runs/${id}/log?after=${log[0].seq}`), 200)

      expect([answer.status, answer.isSigned]).to.deep.equal([204, true])
      expect(log[0]).to.deep.include(line)
      expect(rest.map((one: { line: string }) => one.line)).to.deep.equal(['the second'])
      const kept = await asPlatform((trx) => trx('job_log').where({ job_id: id }).select('line'))
      expect(Buffer.concat(kept.map((row: { line: Buffer }) => row.line)).includes('logged')).to.equal(false)
    })

    it('takes nothing that was not sealed for its lease', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const job = await agent.startJob()

      const answer = await agent.send('POST', `/api/agent/jobs/${job.jobId}/log`, {
        lease_id: job.leaseId,
        sealed: Buffer.alloc(64).toString('base64'),
      })

      expect([answer.status, answer.body.errors[0].path]).to.deep.equal([422, 'sealed'])
    })
  })

  describe('the reaper', () => {
    it('gives up a job that no agent took for a day', async () => {
      const device = await hasDevice()
      const { id } = await trigger(device.id)

      service.advance(24 * 60 * minute - second)
      await reapNow()
      const before = await runOf(id)
      service.advance(second)
      await reapNow()

      expect(before.status).to.equal('queued')
      const run = await runOf(id)
      expect(run).to.deep.include({ status: 'failed', error_code: 'no_agent' })
      expect(run.error).to.contain('no authorised agent')
    })
  })
})
