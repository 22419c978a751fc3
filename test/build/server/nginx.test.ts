import fs from 'node:fs'
import http2 from 'node:http2'
import https from 'node:https'
import type { IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { expect } from 'chai'
import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import { type Nginx, nginxMissing, startNginx } from './nginx.ts'
import { type ProtocolScene, createProtocolScene } from '../../support/scene/protocol-scene.ts'
import { aRealAgent, eventually } from '../../support/real-agent.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'
import { publish } from '../../support/published-events.ts'

const missing = nginxMissing()

;(missing ? describe.skip : describe)(`Coffer behind nginx${missing ? ` (${missing})` : ''}`, () => {
  let service: TestService
  let scene: ProtocolScene
  let nginx: Nginx

  before(async () => {
    service = await startTestService({
      environment: { BKP_TRUST_PROXY: 'loopback', BKP_BASE_URL: 'https://coffer.example.net' },
    })
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 3_000, claim_wait_ms: 1_000 }
    scene = await createProtocolScene(service)
    nginx = await startNginx(service.url)
  })
  after(async () => {
    await nginx?.close()
    await scene?.close()
    await service?.close()
  })

  /** A request of which `begin` sends as much as it likes; resolves with the head of the answer. */
  async function ask(
    path: string,
    options: https.RequestOptions = {},
    begin = (req: ReturnType<typeof https.request>) => void req.end(),
  ) {
    const req = https.request(`${nginx.url}${path}`, { ca: nginx.certificate.cert, agent: false, ...options })
    req.on('error', () => undefined) // of one that is given up
    begin(req)
    const [answer] = (await once(req, 'response')) as [IncomingMessage]
    return { answer, leave: () => req.destroy() }
  }

  it('responds over HTTP/2 and TLS, and redirects plain HTTP', async () => {
    const session = http2.connect(nginx.url, { ca: nginx.certificate.cert })
    const stream = session.request({ ':path': '/health' })
    const [head] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    stream.close()
    session.close()
    const plain = await fetch(`${nginx.plainUrl}/api/devices?site=x`, { redirect: 'manual' })

    expect([head[':status'], session.alpnProtocol]).to.deep.equal([200, 'h2'])
    expect(head['strict-transport-security']).to.match(/^max-age=/)
    expect([plain.status, plain.headers.get('location')]).to.deep.equal([308, `${nginx.url}/api/devices?site=x`])
  })

  it('does not log a download ticket', async () => {
    const ticket = 'a-ticket-that-allows-one-download'

    const { answer } = await ask(`/api/downloads/${ticket}`)
    answer.resume()

    expect(answer.statusCode).to.be.within(400, 499)
    await eventually('it is logged', () => nginx.accessLog().includes('GET /api/downloads/TICKET HTTP/1.1" 4'))
    expect(nginx.accessLog()).to.not.include(ticket)
  })

  it('passes an agent’s polls, packs and results, and streams events without delay', async () => {
    const caCertificates = nginx.certificate.cert
    const agent = await aRealAgent(service, scene.customer, nginx.url)
    await agent.enroll({ caCertificates })
    const running = agent.run({ caCertificates })
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${scene.operator.token}` }
    const { answer, leave } = await ask('/api/events', { headers })
    let heard = ''
    answer.on('data', (bytes: Buffer) => (heard += bytes.toString())).on('error', () => undefined)
    try {
      await eventually('the stream begins', () => heard.includes('retry:'))
      await eventually('it is online', async () => {
        const found = must(await scene.operator.get('/api/agents?status=online'), 200)
        return found.length > 0
      })
      const { id } = await scene.trigger(scene.device.id)

      const run = await scene.over(id)
      await publish(service)
      await eventually('it is told', () => heard.includes('event: version.written'))

      expect(run, JSON.stringify(running.log)).to.include({ status: 'succeeded', agent_id: agent.id })
      expect(nginx.accessLog())
        .to.match(/PUT \/api\/agent\/packs\/[0-9a-f-]{36} HTTP\/1.1" 204/)
        .and.not.include('signature=')
    } finally {
      leave()
      await running.stop()
      agent.remove()
    }
  })

  it('streams a request body, so that the service can reject it before its end', async () => {
    const path = `/api/agent/packs/${'0'.repeat(8)}-0000-7000-8000-${'0'.repeat(12)}?expires=1&signature=${'A'.repeat(43)}`
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(80 * 1024 ** 2) }

    const { answer, leave } = await ask(path, { method: 'PUT', headers }, (req) => void req.write(Buffer.alloc(1024)))

    leave()
    expect(answer.statusCode).to.equal(403)
  })

  it('forwards the client’s address, and overrides one that the client sent', async () => {
    const email = 'nobody@example.net'
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
    const login = JSON.stringify({ email, password: 'wrong horse battery staple' })

    const { answer } = await ask(
      '/api/auth/login',
      { method: 'POST', headers, localAddress: '127.0.0.2' },
      (req) => void req.end(login),
    )

    answer.resume()
    const [record] = must(await scene.admin.get('/api/audit?action=auth.login&outcome=refused&limit=1'), 200)
    expect(answer.statusCode).to.equal(401)
    expect(record.ip).to.equal('127.0.0.2')
  })

  it('buffers no request or response on disk', () => {
    expect(nginx.waiting()).to.deep.equal([])
  })

  it('has timeouts above the agent’s poll and the service’s event stream interval', () => {
    const text = fs.readFileSync('build/server/nginx/coffer.conf', 'utf8')

    const [, seconds] = /proxy_read_timeout (\d+)s;/.exec(text) ?? []

    expect(Number(seconds) * 1000).to.be.above(2 * defaultIntervals.claim_give_up_ms)
  })
})
