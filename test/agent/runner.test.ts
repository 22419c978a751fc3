import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { JobResult, JobLink } from '../../agent/job-link.ts'
import { JobAborted, type StopReason } from '../../agent/job-aborted.ts'
import type { LeasedJob } from '../../agent/leased-job.ts'
import { createSharedBudget, heldBytes, openBudget } from '../../agent/repository/memory-budget.ts'
import { runJob } from '../../agent/runner.ts'
import { openSsh } from '../../agent/sessions/ssh.ts'
import type { ReportedLine } from '../../shared/agent-protocol/report.ts'
import { makeRepositoryKeys } from '../../shared/repository/seal.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'

describe('the runner', () => {
  let device: IosSimulator
  let job: LeasedJob
  let committed: JobResult[]
  let lines: ReportedLine[]
  let asked: string[]
  let link: JobLink
  const shared = createSharedBudget(96 * 1024 * 1024, 1)

  beforeEach(async () => {
    device = await startIosSimulator()
    committed = []
    lines = []
    asked = []
    job = {
      order: {
        jobId: randomUUID(),
        leaseId: randomUUID(),
        kind: 'backup',
        device: {
          id: randomUUID(),
          name: 'edge-1',
          platform: 'netco_iosxe',
          host: '127.0.0.1',
          ports: { ssh: device.port, api: 443 },
          options: {},
        },
        transports: ['ssh'],
        credentials: { ssh: { username: 'backup', password: 'login-Secret1' } },
        addressApproved: true,
        approved: { ssh: [device.hostKeyFingerprint], api: [] },
        rejected: [],
        posture: 'strict',
      },
      target: {
        tenantId: randomUUID(),
        repositoryPublicKey: (await makeRepositoryKeys()).publicKey,
        chunkIdKey: randomBytes(32),
      },
    }
    link = {
      checkFingerprint: async () => 'pending',
      payload: () => Promise.reject(new Error('no restore')),
      async *baseline() {},
      async check(artifacts) {
        asked.push('check')
        return new Set(artifacts.map(({ key, transport }) => `${key}/${transport}`))
      },
      async missingChunks(ids) {
        asked.push('missing')
        return new Set(ids)
      },
      async storePack() {
        asked.push('pack')
      },
      async log(sent) {
        lines.push(...sent)
      },
      async commit(findings, last) {
        lines.push(...last)
        committed.push(findings)
        return 'over'
      },
    }
  })

  afterEach(async () => {
    await device.close()
    expect(heldBytes(shared)).to.equal(0)
  })

  function run(signal = new AbortController().signal) {
    return runJob(job, link, { openSsh, memory: openBudget(shared, 0), now: () => new Date(), signal })
  }

  it('sends the texts of a short run in one pack, with the fewest requests', async () => {
    await run()

    expect(asked).to.deep.equal(['check', 'pack'])
    expect(committed[0]?.artifacts.map(({ key, state }) => [key, state])).to.deep.equal([
      ['running-config', 'captured'],
      ['startup-config', 'captured'],
      ['inventory', 'captured'],
      ['version', 'captured'],
    ])
  })

  it('sends only chunks that are needed', async () => {
    link.check = async () => new Set(['version/ssh'])

    await run()

    expect(committed[0]?.artifacts.map(({ state }) => state)).to.deep.equal([
      'unchanged',
      'unchanged',
      'unchanged',
      'captured',
    ])
    expect(committed[0]?.artifacts.filter(({ content }) => content)).to.have.length(1)
  })

  it('reports artifacts that the device lacks, with the reason', async () => {
    device.set({ startupConfig: null })

    await run()

    const startup = committed[0]?.artifacts.find(({ key }) => key === 'startup-config')
    expect(startup).to.deep.equal({ key: 'startup-config', transport: 'ssh', state: 'absent' })
    expect(committed[0]?.report.artifacts['startup-config/ssh']?.message).to.be.a('string')
  })

  it('rebuilds a result that could not be committed, and fails after three attempts', async () => {
    link.commit = async (findings) => {
      committed.push(findings)
      return findings.outcome === 'collected' ? 'again' : 'over'
    }

    await run()

    expect(committed.map(({ outcome, error_code: code }) => code ?? outcome)).to.deep.equal([
      'collected',
      'collected',
      'collected',
      'store_unreachable',
    ])
  })

  it('reports an internal error as such, without secrets', async () => {
    link.check = () => Promise.reject(new Error('broken by login-Secret1'))

    await run()

    expect(committed[0]).to.include({ outcome: 'failed', error_code: 'internal_error' })
    expect(JSON.stringify([committed, lines])).to.not.contain('login-Secret1')
  })

  for (const [reason, outcome] of [
    ['cancelled', 'cancelled'],
    ['deadline', 'failed'],
    ['lost', undefined],
  ] as [StopReason, string | undefined][]) {
    it(`disconnects at once when aborted (${reason}), and reports ${outcome ?? 'nothing'}`, async () => {
      device.set({ silentFromLine: 1 })
      const stop = new AbortController()
      const running = run(stop.signal)
      while (device.sessions === 0) await new Promise((resolve) => setTimeout(resolve, 5))

      stop.abort(new JobAborted(reason))
      await running

      expect(committed[0]?.outcome).to.equal(outcome)
      expect(committed).to.have.length(outcome ? 1 : 0)
    })
  }
})
