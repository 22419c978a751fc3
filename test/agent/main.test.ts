import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { writeEnrollmentToken } from '../../shared/agent-protocol/enrollment-token.ts'
import { type FakeService, startFakeService } from '../support/fake-service.ts'
import { bareEnvironment } from '../support/bare-environment.ts'

const program = path.join(import.meta.dirname, '../../agent/main.ts')

interface Ended {
  code: number
  out: string
  err: string
}

describe('the agent program', () => {
  let fake: FakeService
  let folder: string
  let env: NodeJS.ProcessEnv

  beforeEach(async () => {
    fake = await startFakeService()
    fake.intervals.heartbeat_ms = 100
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-agent-'))
    env = { ...bareEnvironment(), HOME: folder, BKP_AGENT_STATE_DIR: path.join(folder, 'state') }
  })

  afterEach(async () => {
    await fake.close()
    fs.rmSync(folder, { recursive: true })
  })

  function run(args: string[], input = '', more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return new Promise((resolve) => {
      const child = execFile(process.execPath, [program, ...args], { env: { ...env, ...more } }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      )
      child.stdin?.end(input)
    })
  }

  const enroll = (input: string) => run(['enroll', '--url', fake.url], input)

  it('enrols with a token from standard input, and prints its status', async () => {
    const enrolled = await enroll(`${fake.token}\n`)
    const status = await run(['status'])

    expect(enrolled).to.deep.equal({ code: 0, out: 'enrolled as agent north of Acme\n', err: '' })
    expect(status.code).to.equal(0)
    expect(status.out).to.contain('customer   Acme').and.to.contain('response   signed by the service')
    expect(status.out).to.contain('no agent is running')
  })

  it('stores nothing of the token', async () => {
    const file = path.join(folder, 'token')
    fs.writeFileSync(file, fake.token)

    await run(['enroll', '--url', fake.url, '--token-file', file])

    const kept = fs.readFileSync(path.join(folder, 'state/agent.json'), 'utf8')
    expect(kept).to.contain(fake.agentId)
    expect(kept).to.not.contain(fake.token.slice(30, 80))
  })

  it('sends the same key again after a lost enrolment response', async () => {
    fake.intercept = ({ path: where }) => (where.endsWith('/enroll') ? { kind: 'lose-answer' } : undefined)
    const lost = await enroll(fake.token)
    fake.intercept = () => undefined
    const again = await enroll(fake.token)

    const keys = fake.requests
      .filter(({ path: where }) => where.endsWith('/enroll'))
      .map(({ body }) => body['public_key'])
    expect([lost.code, again.code]).to.deep.equal([5, 0])
    expect(new Set(keys).size).to.equal(1)
  })

  it('describes each failure, with its own exit code', async () => {
    const otherService = writeEnrollmentToken({
      agentId: fake.agentId,
      seed: randomBytes(32),
      serviceKeyFingerprint: randomBytes(32).toString('hex'),
    })

    const outcomes = [
      await run(['enrol']),
      await enroll('no token'),
      await enroll(`${fake.token.slice(0, -1)}${fake.token.endsWith('A') ? 'B' : 'A'}`),
      await enroll(otherService),
      await run(['enroll', '--url', 'http://127.0.0.1:1'], fake.token),
      await run(['run']),
      await run(['status']),
      await run(['run'], '', { BKP_AGENT_CONCURRENCY: 'x' }),
    ]

    expect(outcomes.map(({ code }) => code)).to.deep.equal([2, 4, 4, 8, 5, 3, 3, 2])
    for (const { err } of outcomes) expect(err).to.match(/^coffer-agent: .{10,}\n$/)
    expect(outcomes.map(({ err }) => err).join('')).to.not.contain(fake.token.slice(30, 80))
  })

  it('does not replace a working enrolment unless --replace is given', async () => {
    await enroll(fake.token)
    const other = writeEnrollmentToken({
      agentId: '0192f0c4-0000-7000-8000-000000000001',
      seed: randomBytes(32),
      serviceKeyFingerprint: randomBytes(32).toString('hex'),
    })

    const refused = await enroll(other)

    expect(refused.code).to.equal(2)
    expect(refused.err).to.contain('already enrolled as agent north of A').and.to.contain('--replace')
  })

  it('keeps its identity when a new enrolment is rejected', async () => {
    await enroll(fake.token)
    const before = fs.readFileSync(path.join(folder, 'state/agent.json'), 'utf8')
    fake.intercept = ({ path: where }) =>
      where.endsWith('/enroll') ? { kind: 'answer', status: 401, code: 'token_invalid' } : undefined

    const refused = await enroll(fake.token)

    const { pending: _pending, ...kept } = JSON.parse(fs.readFileSync(path.join(folder, 'state/agent.json'), 'utf8'))
    expect(refused.code).to.equal(4)
    expect(kept).to.deep.equal(JSON.parse(before))
  })

  it('enrols from its settings, runs as a single instance, and stops on SIGTERM', async () => {
    const file = path.join(folder, 'token')
    fs.writeFileSync(file, fake.token)
    const settings = { BKP_AGENT_URL: fake.url, BKP_AGENT_TOKEN_FILE: file }
    const child = spawn(process.execPath, [program, 'run'], { env: { ...env, ...settings }, stdio: 'ignore' })
    const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
    await fake.until(() => fake.requests.some(({ path: where }) => where.endsWith('/heartbeats')))

    const second = await run(['run'])
    const status = await run(['status'])
    child.kill('SIGTERM')

    expect(second).to.include({ code: 7 })
    expect(status.out).to.contain('an agent is running')
    expect(await exited).to.equal(0)
    expect(JSON.parse(fs.readFileSync(path.join(folder, 'state/agent.json'), 'utf8'))).to.include({ sequence: 1 })
  })

  it('exits when its parent process dies', async () => {
    await enroll(fake.token)
    const child = spawn(process.execPath, [program, 'run', '--until-stdin-ends'], {
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const exited = new Promise<number | null>((resolve) => child.on('exit', resolve))
    await fake.until(() => fake.requests.some(({ path: where }) => where.endsWith('/heartbeats')))

    child.stdin.end()

    expect(await exited).to.equal(0)
  })

  it('deletes its key after revocation, and reports that at each start', async () => {
    await enroll(fake.token)
    fake.revoked = true

    const first = await run(['run'])
    const again = await run(['run'])

    expect([first.code, again.code]).to.deep.equal([6, 6])
    expect(first.err).to.contain('[agent_keys_wiped]')
    expect(fs.readFileSync(path.join(folder, 'state/agent.json'), 'utf8')).to.not.contain('keySeed')
  })
})
