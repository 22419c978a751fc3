import fs from 'node:fs'
import http from 'node:http'
import net, { type AddressInfo, type Server } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { expect } from 'chai'
import { examine } from '../../../agent/commands/doctor.ts'
import { enrollAgent } from '../../../agent/commands/enroll.ts'
import { CommandError, exitCodes } from '../../../agent/exit-codes.ts'
import { type AgentState, readState, writeState } from '../../../agent/state-file.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { type FakeService, startFakeService } from '../../support/fake-service.ts'

describe('doctor for the connection to the service', () => {
  const certificate = makeCertificate({ hosts: ['localhost'] })
  const servers: Server[] = []
  let fake: FakeService
  let stateDir: string
  let secured: string

  before(async () => {
    fake = await startFakeService()
    stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-doctor-'))
    await enrollAgent({ url: fake.url, token: fake.token, stateDir, version: '1.0.0', replace: false })
    const { cert, key } = certificate
    const port = Number(new URL(fake.url).port)
    secured = `https://localhost:${await listen(tls.createServer({ cert, key }, (near) => joined(near, net.connect(port))))}`
  })

  beforeEach(() => (fake.challenge = { store_url: null }))

  after(async () => {
    for (const server of servers) server.close()
    await fake?.close()
    fs.rmSync(stateDir, { recursive: true })
  })

  async function listen(server: Server): Promise<number> {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, resolve))
    return (server.address() as AddressInfo).port
  }

  /** Starts a proxy that answers CONNECT with this status, and connects for 200. */
  async function aProxy(status: number): Promise<string> {
    const server = http.createServer()
    server.on('connect', (request, near: net.Socket) => {
      near.write(`HTTP/1.1 ${status} As it is\r\n\r\n`)
      if (status !== 200) return near.end()
      const [host = '', port = ''] = request.url?.split(':') ?? []
      joined(near, net.connect(Number(port), host))
    })
    return `http://127.0.0.1:${await listen(server)}`
  }

  async function runDoctor(url?: string, env: NodeJS.ProcessEnv = {}, caCertificates?: string) {
    const lines: string[] = []
    const settings = { stateDir, concurrency: 1, caCertificates }
    const around = { print: (line: string) => void lines.push(line), signal: new AbortController().signal, env }
    try {
      await examine(settings, { url }, around)
      return { code: exitCodes.done, lines: lines.join('\n') }
    } catch (error) {
      if (error instanceof CommandError) return { code: error.exitCode, lines: lines.join('\n') }
      throw error
    }
  }

  it('reports each check in one line', async () => {
    const { code, lines } = await runDoctor()

    expect(code).to.equal(0)
    expect(lines.split('\n').map((line) => line.slice(0, 16).replace(/ +/, ' ').trim())).to.deep.equal([
      'ok agent',
      'ok port',
      'note TLS',
      'ok key',
      'ok clock',
      'ok protocol',
      'ok store',
    ])
  })

  it('has an exit code and advice for each failure', async () => {
    const closed = await runDoctor('http://127.0.0.1:1')
    const unnamed = await runDoctor('http://no-such-name.invalid')
    const untrusted = await runDoctor(secured)
    const noTls = await runDoctor(fake.url.replace('http:', 'https:'))
    const refusing = await runDoctor(secured, { HTTPS_PROXY: await aProxy(407) }, certificate.cert)
    const noProxy = await runDoctor(secured, { HTTPS_PROXY: 'http://127.0.0.1:1' }, certificate.cert)
    fake.challenge = { server_time: new Date(Date.now() - 3_600_000).toISOString(), store_url: null }
    const late = await runDoctor()
    fake.challenge = { protocols: [7], store_url: null }
    const foreign = await runDoctor()
    fake.challenge = { store_url: 'http://127.0.0.1:1' }
    const storeless = await runDoctor()

    const all = [unnamed, closed, untrusted, noTls, refusing, noProxy, late, foreign, storeless]
    expect(all.map(({ code }) => code)).to.deep.equal([9, 11, 12, 12, 10, 10, 13, 14, 15])
    for (const { lines } of all) expect(lines).to.match(/^FAILED [a-zA-Z]+ .*\n +\S.{10,}/m)
    expect(untrusted.lines).to.contain('BKP_AGENT_CA_FILE').and.contain('issued by')
    expect(storeless.lines).to.contain('sent through the service')
  })

  it('uses a proxy, and reports an authority that is not a public one', async () => {
    const { code, lines } = await runDoctor(secured, { HTTPS_PROXY: await aProxy(200) }, certificate.cert)

    expect(code).to.equal(0)
    expect(lines).to.contain('connections to localhost').and.contain('not a public authority')
  })

  it('detects that another service responds', async () => {
    const kept = readState(stateDir) as AgentState
    writeState(stateDir, { ...kept, serviceKey: Buffer.alloc(32, 1).toString('base64') })

    const { code, lines } = await runDoctor()
    writeState(stateDir, kept)

    expect(code).to.equal(exitCodes.notTheService)
    expect(lines).to.contain('enrol this agent again')
  })

  it('reports what the service rejects', async () => {
    fake.intercept = () => ({ kind: 'answer', status: 404, code: 'not_found' })

    const { code, lines } = await runDoctor()
    fake.intercept = () => undefined

    expect(code).to.equal(exitCodes.notReached)
    expect(lines.split('\n').filter((line) => line.startsWith('FAILED answer'))).to.have.length(1)
    expect(lines).to.contain('404')
  })

  it('works before the enrolment', async () => {
    const elsewhere = path.join(stateDir, 'nothing')
    const lines: string[] = []
    const around = { print: (line: string) => void lines.push(line), signal: new AbortController().signal, env: {} }

    await examine({ stateDir: elsewhere, concurrency: 1 }, { url: fake.url }, around)

    expect(lines.join('\n')).to.contain('not enrolled').and.contain('a Coffer service responds')
  })
})

function joined(near: net.Socket, far: net.Socket): void {
  near.pipe(far).pipe(near)
  for (const socket of [near, far]) socket.on('error', () => [near, far].forEach((one) => one.destroy()))
}
