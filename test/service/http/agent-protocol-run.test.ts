import type { ReportedLine } from '../../../shared/agent-protocol/report.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { treeFingerprintOf } from '../../../shared/agent-protocol/tree-fingerprint.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { createTreeWriter } from '../../../shared/repository/tree-writer.ts'
import { expect } from 'chai'
import { jobSteps } from '../../support/job-steps.ts'
import { type HeldJob, type FakeAgent, anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

type LogLine = components['schemas']['LogLine']

const running = 'hostname r1\n!\ninterface Vlan1\n no ip address\n!\nend\n'

describe('the agent protocol: the data of a run', () => {
  let service: TestService
  let customer: Customer
  let operator: Client
  const { hasDevice, trigger, runOf, backUp, asPlatform } = jobSteps(() => ({ service, customer, operator }))

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
    operator = await customer.as('tenant_operator')
  })
  after(() => service.close())

  describe('a tree', () => {
    const at = { seconds: 1_700_000_000, nanoseconds: 5 }
    const plain = { mode: 0o644, uid: 0, gid: 0, mtime: at }

    async function capture(agent: FakeAgent, job: HeldJob, files: Record<string, string>) {
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

    it('becomes a version with a snapshot, and the sealed baseline of the next run', async () => {
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

    it('continues from its checkpoint after the agent was killed, until a result is committed', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasServer()
      await trigger(device.id)
      const job = await agent.startJob()
      const { root } = await capture(agent, job, { 'etc/hosts': '127.0.0.1 localhost\n' })
      const progress = { files: 1, total_files: 2, bytes: 20, total_bytes: 26, bytes_per_second: 10 }
      const send = (held: HeldJob, more: object) =>
        agent.send('POST', `/api/agent/jobs/${held.jobId}/progress`, { lease_id: held.leaseId, ...progress, ...more })

      const recorded = await send(job, { checkpoint: root })
      const reported = must(await operator.get(`/api/runs/${job.jobId}`), 200).progress
      await agent.openSession() // the process was killed and restarted
      const next = await agent.startJob()
      const resumed = await agent.baseline(next)
      const begun = must(await operator.get(`/api/runs/${next.jobId}`), 200)
      const whole = await capture(agent, next, { 'etc/hosts': '127.0.0.1 localhost\n', 'etc/motd': 'hello\n' })
      const committed = await agent.result(next, { artifacts: [{ ...whole, state: 'captured' }] })
      await trigger(device.id)
      const after = await agent.baseline(await agent.startJob())

      expect([recorded.status, committed.status]).to.deep.equal([204, 200])
      expect(reported).to.include(progress)
      expect(resumed.files.map(({ path }) => path)).to.deep.equal(['etc/hosts'])
      expect(begun).to.not.have.property('progress')
      expect(after.files.map(({ path }) => path)).to.deep.equal(['etc/hosts', 'etc/motd'])
    })

    it('starts again if chunks of its checkpoint are no longer stored', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasServer()).id)
      const job = await agent.startJob()
      const { root } = await capture(agent, job, { a: 'abc' })
      const progress = { files: 1, total_files: 2, bytes: 3, total_bytes: 6, bytes_per_second: 1, checkpoint: root }
      await agent.send('POST', `/api/agent/jobs/${job.jobId}/progress`, { lease_id: job.leaseId, ...progress })
      const kept = await agent.baseline(job)
      const gone = 'ce'.repeat(32) as ChunkId
      const broken = await capture(agent, job, { b: 'def' })

      const { status } = await agent.result(job, { artifacts: [{ ...broken, state: 'captured', root: gone }] })

      expect(kept.files).to.have.lengthOf(1)
      expect(status).to.equal(412)
      expect((await agent.baseline(job)).files).to.deep.equal([])
    })

    it('is rejected if a file’s content was never sent, or the root is invalid', async () => {
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
    it('alone is no change: the stored text is normalised again', async () => {
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

    function show(agent: FakeAgent, job: HeldJob, seen: object = key) {
      const body = { lease_id: job.leaseId, observed: [seen] }
      return agent.send('POST', `/api/agent/jobs/${job.jobId}/fingerprints`, body)
    }

    it('waits for approval, and is then part of the envelope', async () => {
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

    it('of another address or port than the device’s reports that the device was edited', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const job = await agent.startJob()

      const elsewhere = await show(agent, job, { ...key, host: '198.51.100.1' })
      const otherPort = await show(agent, job, { ...key, port: 2222 })

      expect([elsewhere.status, elsewhere.body.code]).to.deep.equal([409, 'device_edited'])
      expect([otherPort.status, otherPort.body.code]).to.deep.equal([409, 'device_edited'])
    })

    it('is also reported for an API over SSH, at its port', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice({ platform: 'routeco_junos', options: { api_port: 8300 } })
      const admin = await customer.as('tenant_admin')
      await trigger(device.id)
      const job = await agent.startJob()

      const shown = await show(agent, job, { ...key, port: 8300 })
      const ofTls = await show(agent, job, { ...key, kind: 'tls_certificate', port: 8300 })
      const [record] = must(await admin.get('/api/trust/fingerprints'), 200)
      must(await admin.post(`/api/trust/fingerprints/${record.id}/approve`), 200)
      await agent.result(job, { outcome: 'blocked', error_code: 'fingerprint_unapproved', transport: null })
      await trigger(device.id)
      const [next] = await agent.open(await agent.claim())

      expect(shown.body.decisions).to.deep.equal([{ fingerprint: key.fingerprint, status: 'pending' }])
      expect([ofTls.status, ofTls.body.code]).to.deep.equal([409, 'device_edited'])
      expect(next?.order.device.ports).to.deep.equal({ ssh: 22, api: 8300 })
      expect(next?.order.approvedFingerprints.map(({ kind, port }) => [kind, port])).to.deep.equal([
        ['ssh_host_key', 8300],
      ])
    })

    it('that a user rejected is accepted at no other address of the device either', async () => {
      const agent = await anAgent(service, customer)
      const device = await hasDevice()
      const admin = await customer.as('tenant_admin')
      await trigger(device.id)
      const first = await agent.startJob()
      await show(agent, first)
      const [record] = must(await admin.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
      must(await admin.post(`/api/trust/fingerprints/${record.id}/reject`), 200)
      await agent.result(first, { outcome: 'blocked', error_code: 'fingerprint_unapproved', transport: null })
      must(await admin.patch(`/api/devices/${device.id}`, { hostname: '192.0.2.2' }), 200)
      await trigger(device.id)
      const job = await agent.startJob()
      const setting = { key: 'trust_posture', value: '"tofu"', updated_at: new Date() }
      await asPlatform((trx) => trx('settings').insert(setting))

      const moved = await show(agent, job, { ...key, host: '192.0.2.2' })
      await asPlatform((trx) => trx('settings').where({ key: 'trust_posture' }).delete())

      expect(moved.body.decisions[0].status).to.equal('pending')
    })

    it('is trusted on first use where the platform allows it, and marked until a user compares it', async () => {
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

  describe('a run log', () => {
    it('can be read during the run, and is sealed in the database', async () => {
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

    it('stores each line once, however often its batch arrives', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const lines = ['one', 'two', 'three'].map((line) => ({ at: '', level: 'info' as const, line }))

      await agent.log(job, lines.slice(0, 2))
      await Promise.all([agent.log(job, lines.slice(0, 2), 0), agent.log(job, lines.slice(0, 2), 0)])
      await agent.log(job, lines.slice(2))

      const log = must(await operator.get(`/api/runs/${id}/log`), 200)
      expect(log.map(({ line }: { line: string }) => line)).to.deep.equal(['one', 'two', 'three'])
    })

    it('stores 20,000 lines, and notes that there were more', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const lines = Array.from({ length: 1_000 }, () => ({ at: '', level: 'info' as const, line: 'x' }))
      await agent.log(job, lines)
      await asPlatform((trx) =>
        trx.raw(
          `insert into job_log (tenant_id, job_id, lease_id, number, at, lines, line)
           select tenant_id, job_id, gen_random_uuid(), n, at, lines, line
           from job_log, generate_series(1, 19) n where job_id = ? and number < 1000`,
          [id],
        ),
      )

      await agent.log(job, lines.slice(0, 10))
      await agent.log(job, lines.slice(0, 10))

      const kept = await asPlatform((trx) =>
        trx('job_log').where({ job_id: id }).sum('lines as count').max('seq as last').first(),
      )
      const [last] = must(await operator.get(`/api/runs/${id}/log?after=${Number(kept?.['last']) - 1}`), 200)
      expect(Number(kept?.['count'])).to.equal(20_001)
      expect(last).to.deep.include({ level: 'warn', code: 'log_limit_reached', params: { lines: 20_000 } })
    })

    it('is returned in the client’s language, or as sent if its code is unknown', async () => {
      const agent = await anAgent(service, customer)
      const { id } = await trigger((await hasDevice()).id)
      const job = await agent.startJob()
      const at = '2026-01-02T03:04:05.000Z'
      const lines: ReportedLine[] = [
        { at, level: 'info', line: 'The prompt is r1#', code: 'log_prompt', params: { prompt: 'r1#' } },
        { at, level: 'info', line: 'of an earlier release' },
        { at, level: 'info', line: 'of a later release', code: 'log_of_a_later_release', params: { n: 1 } },
        { at, level: 'info', line: 'too long', code: 'log_prompt', params: { prompt: 'é'.repeat(4_200) } },
        { at, level: 'info', line: 'malformed', code: 'LOG PROMPT' },
        { at, level: 'info', line: 'odd', code: 'log_prompt', params: { prompt: { toString: 1 } } },
      ]

      await agent.log(job, lines)
      const english = must(await operator.get(`/api/runs/${id}/log`), 200)
      const french = must(await operator.get(`/api/runs/${id}/log`, { 'accept-language': 'fr' }), 200)

      const textsOf = (log: LogLine[]) => log.map(({ line }) => line)
      const others = ['of an earlier release', 'of a later release', 'too long', 'malformed']
      expect(textsOf(english)).to.deep.equal(['The prompt is r1#', ...others, 'The prompt is {"toString":1}'])
      expect(textsOf(french)).to.deep.equal(['L’invite est r1#', ...others, 'L’invite est {"toString":1}'])
      expect(french.map(({ code }: LogLine) => code)).to.deep.equal([
        'log_prompt',
        undefined,
        'log_of_a_later_release',
        undefined,
        undefined,
        'log_prompt',
      ])
      expect(french[0].params).to.deep.equal({ prompt: 'r1#' })
    })

    it('rejects lines that are not sealed for its lease', async () => {
      const agent = await anAgent(service, customer)
      await trigger((await hasDevice()).id)
      const job = await agent.startJob()

      const answer = await agent.send('POST', `/api/agent/jobs/${job.jobId}/log`, {
        lease_id: job.leaseId,
        first: 0,
        sealed: Buffer.alloc(64).toString('base64'),
      })

      expect([answer.status, answer.body.errors[0].path]).to.deep.equal([422, 'sealed'])
    })
  })
})
