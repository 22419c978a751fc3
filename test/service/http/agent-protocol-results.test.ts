import { expect } from 'chai'
import { render } from '../../../shared/messages/render.ts'
import { message } from '../../../shared/messages/message.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { anAgent, namesOf } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

const running = 'hostname r1\n!\ninterface Vlan1\n no ip address\n!\nend\n'

describe('the agent protocol: results', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  const { hasDevice, trigger, runOf, deviceOf, reapNow, backUp } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())

  describe('a result', () => {
    it('becomes versions whose content is returned byte for byte', async () => {
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

    it('creates no version of an unchanged text, whether it was sent or not', async () => {
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

    it('measures a change against the previous version, and marks a lost ending', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const long = `${running.replace('end\n', '')}${'access-list 1 permit any\n'.repeat(20)}line vty 0 4\nend\n`
      await backUp(agent, device.id, { 'running-config': long })

      const { run } = await backUp(agent, device.id, { 'running-config': running })

      const version = await operator.get(`/api/artifacts/versions/${run.artifacts[0].version_id}`)
      expect(version.body).to.deep.include({
        added: 0,
        removed: 21,
        suspicions: [message('capture_shrank', { percent: 40 })],
      })
    })

    it('is the latest in every list, even if the clock was wrong', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const backUpAs = async (name: string) =>
        (await backUp(agent, device.id, { 'running-config': running.replace('r1', name) })).run.artifacts[0].version_id
      const written = [await backUpAs('r1')]
      for (const [offMs, name] of [
        [hour, 'ahead'],
        [-2 * hour, 'behind'],
        [hour, 'right'],
      ] as const) {
        // prettier-ignore
        service.advance(offMs)
        written.unshift(await backUpAs(name))
      }

      const [lineage] = (await operator.get(`/api/devices/${device.id}/artifacts`)).body
      const versions = (await operator.get(`/api/artifacts/${lineage.id}/versions`)).body
      const changes = (await operator.get(`/api/changes?device_id=${device.id}`)).body
      const ranked = (await operator.get(`/api/artifacts/${lineage.id}/divergence`)).body.ecarts

      expect(versions.map(({ id }: { id: string }) => id)).to.deep.equal(written)
      expect(lineage.latest_version_id).to.equal(written[0])
      const previous = changes.map((change: { previous_version_id: string }) => change.previous_version_id)
      expect(previous).to.deep.equal(written.slice(1))
      const steps = ranked.map((step: Record<string, string>) => [step.from_version_id, step.to_version_id])
      expect(steps).to.have.deep.members(written.slice(0, -1).map((id, at) => [written[at + 1], id]))
    })

    it('has the same response when repeated, and is rejected when different', async () => {
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

    it('has the same response when repeated after the service died after the commit', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const body = agent.resultBody(job, { artifacts: await agent.capture(job, { 'running-config': running }) })
      const put = () => agent.send('PUT', `/api/agent/jobs/${job.jobId}/result`, body)
      service.dependencies.failpoint = (name) => {
        if (name === 'after_commit') throw new Error('the service dies here')
      }

      const died = await put()
      delete service.dependencies.failpoint
      const again = await put()

      expect([died.status, again.status, again.body.status]).to.deep.equal([500, 200, 'succeeded'])
    })

    it('leaves nothing if the service died before the commit', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      await trigger(device.id)
      const job = await agent.startJob()
      const body = agent.resultBody(job, { artifacts: await agent.capture(job, { 'running-config': running }) })
      const put = () => agent.send('PUT', `/api/agent/jobs/${job.jobId}/result`, body)
      service.dependencies.failpoint = (name) => {
        if (name === 'before_commit') throw new Error('the service dies here')
      }

      const died = await put()
      delete service.dependencies.failpoint
      const artifacts = await operator.get(`/api/devices/${device.id}/artifacts`)
      const again = await put()

      expect([died.status, artifacts.body, again.body.status]).to.deep.equal([500, [], 'succeeded'])
    })

    it('is accepted late unless a newer lease was granted', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      service.advance(91 * second)
      await reapNow()

      const late = await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': running }) })

      expect(late.body.status).to.equal('succeeded')
      expect(await runOf(id)).to.deep.include({ status: 'succeeded', losses: 1, agent_id: agent.id })
    })

    it('is rejected if another agent has the job, or it was cancelled', async () => {
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

    it('lists the chunks that are not stored', async () => {
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

    it('lists all missing chunks of a text, not only the first', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const [captured] = await agent.capture(job, { 'running-config': running })
      const absent = ['ab', 'cd', 'ef'].map((byte) => byte.repeat(32))
      const chunks = [...(captured?.content?.chunks ?? []), ...absent]

      const answer = await agent.result(job, {
        artifacts: [{ ...captured!, content: { size: 4 * running.length, chunks } }],
      })

      expect(answer.status).to.equal(412)
      expect(answer.body.missing_ids).to.have.members(absent)
    })

    it('is rejected if it reports changed content as unchanged', async () => {
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

    it('is partial if some artifacts failed, and failed if all did', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ retry_attempts: 0 })
      const { id } = await trigger(device.id)
      const job = await agent.startJob()
      const failed = { transport: 'ssh', state: 'failed', error_code: 'output_truncated' } as const
      const captured = await agent.capture(job, { 'running-config': running })
      const absent = { key: 'startup-config', transport: 'ssh', state: 'absent' } as const
      const reason = message('artifact_not_on_device', { seen: 'startup-config is not present' })
      const artifacts = { 'version/ssh': { message: 'it ended early' }, 'startup-config/ssh': { message: '-', reason } }
      const report = { artifacts, warnings: ['look here'] }

      const partial = await agent.result(job, {
        artifacts: [...captured, { ...failed, key: 'version' }, absent],
        report,
      })
      const partialRun = await runOf(id)
      const partialDevice = await deviceOf(device.id)
      await trigger(device.id)
      const next = await agent.startJob()
      const all = await agent.result(next, { artifacts: [{ ...failed, key: 'version' }], report })
      await trigger(device.id)
      const third = await agent.startJob()
      await agent.result(third, { artifacts: [{ ...absent, key: 'version' }], report })
      const absentBefore = await runOf(third.jobId)

      expect([partial.body.status, all.body.status]).to.deep.equal(['partial', 'failed'])
      expect(partialRun.artifacts.map((one: { outcome: string }) => one.outcome)).to.deep.equal([
        'changed',
        'failed',
        'absent',
      ])
      expect(partialRun.artifacts[1]).to.deep.include({ code: 'output_truncated', message: 'it ended early' })
      expect(partialRun.artifacts[2]).to.deep.include({ reason, message: render(reason, 'en') })
      expect(absentBefore.artifacts[0]).to.deep.include({
        reason: message('legacy_text', { text: 'it ended early' }),
        message: 'it ended early',
      })
      expect(partialRun.warnings).to.deep.equal(['look here'])
      expect(partialRun.warning_messages).to.deep.equal([message('legacy_text', { text: 'look here' })])
      expect([partialDevice.state, partialDevice.last_success_at !== null]).to.deep.equal(['partial', true])
      expect(await runOf(next.jobId)).to.deep.include({ error_code: 'output_truncated', error: 'it ended early' })
    })

    it('has warnings as codes, and as text in the language of the client', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = await trigger(device.id)
      const job = await agent.startJob()
      const known = message('warning_request_failed', { artifact: 'version', path: '/version', seen: '404' })
      const later = { code: 'warning_of_a_later_release', params: {} }
      const report = { warnings: ['version: no', 'a later warning', 'text alone'], warning_messages: [known, later] }

      await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': running }), report })
      const english = await runOf(id)
      const french = must(await operator.get(`/api/runs/${id}`, { 'accept-language': 'fr' }), 200)

      const asTexts = ['a later warning', 'text alone'].map((text) => message('legacy_text', { text }))
      expect(english.warning_messages).to.deep.equal([known, ...asTexts])
      expect(english.warnings).to.deep.equal([render(known, 'en'), 'a later warning', 'text alone'])
      expect(french.warnings[0]).to.equal(render(known, 'fr'))
    })

    it('of a failure is retried after a delay, as often as the device allows', async () => {
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

    it('of a refused login is never retried, and one without approval is blocked', async () => {
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

    it('of a connection test has its steps, and does not change the device’s state', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const { id } = must(await operator.post(`/api/devices/${device.id}/test`), 202)
      const steps = [{ name: 'connect', ok: true, duration_ms: 12.5 }]

      const answer = await agent.result(await agent.startJob(), { report: { steps } })

      expect(answer.body.status).to.equal('succeeded')
      const shown = steps.map((step) => ({ ...step, step: message('test_step_connect') }))
      expect(await runOf(id)).to.deep.include({ kind: 'test', status: 'succeeded', steps: shown })
      expect((await deviceOf(device.id)).state).to.equal('never')
    })

    it('is marked when the agent was in lab mode', async () => {
      const agent = await anAgent(service, customer, { slug: 'lab', name: 'lab', lab_mode: true })

      const { run } = await backUp(agent, (await hasDevice()).id, { 'running-config': running })

      const version = await operator.get(`/api/artifacts/versions/${run.artifacts[0].version_id}`)
      expect([run.lab_mode, version.body.lab_mode]).to.deep.equal([true, true])
    })

    it('is audited with the agent as actor', async () => {
      const agent = await anAgent(service, customer)

      const { id } = await backUp(agent, (await hasDevice()).id, { 'running-config': running })

      const admin = await customer.as('tenant_admin')
      const records = await admin.get('/api/audit?action=backup.commit')
      expect(records.body[0]).to.include({ object_id: id, outcome: 'done', role: null })
      expect(records.body[0].actor).to.match(/^agent:/)
      expect(records.body[0].detail.versions).to.have.lengthOf(1)
    })
  })
})
