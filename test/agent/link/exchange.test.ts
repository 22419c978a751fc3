import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect } from 'chai'
import { createExchange, type ExchangeSettings } from '../../../agent/link/exchange.ts'
import { createHttpClient, type HttpClient } from '../../../agent/link/http.ts'
import { NoAnswer, Refused } from '../../../agent/link/transport-error.ts'
import { createNumbers, openRequestCounter } from '../../../agent/link/request-counter.ts'
import { askChallenge } from '../../../agent/link/service.ts'
import { keyFingerprint } from '../../../shared/agent-protocol/exchange.ts'
import { publicKeyOf, signingKeyFrom } from '../../../shared/agent-protocol/ed25519.ts'
import { type FakeService, startFakeService } from '../../support/fake-service.ts'

/** Of a key that the agent does not know. */
const foreignKey = publicKeyOf(signingKeyFrom(randomBytes(32)))

describe('signed exchanges', () => {
  let fake: FakeService
  let client: HttpClient

  before(async () => {
    fake = await startFakeService()
    client = createHttpClient({ proxyEnv: {}, maxSockets: 4 })
  })

  afterEach(() => {
    fake.intercept = () => undefined
  })

  after(async () => {
    client.close()
    await fake.close()
  })

  const challenge = { method: 'GET' as const, path: '/api/agent/challenge?nonce=0123456789abcdef', timeoutMs: 2_000 }

  function exchange(changes: Partial<ExchangeSettings> = {}) {
    return createExchange({
      baseUrl: fake.url,
      http: client,
      agent: fake.agentId,
      signingKey: signingKeyFrom(fake.keySeed),
      serviceKey: fake.serviceKey,
      ...changes,
    })
  }

  const failureOf = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    )

  it('returns the response that the service signed', async () => {
    const answer = await exchange().call<{ protocols: number[] }>(challenge)

    expect(answer?.protocols).to.deep.equal([2])
  })

  it('rejects a response that is altered, unsigned or signed by another key', async () => {
    const foreign = await failureOf(exchange({ serviceKey: foreignKey }).call(challenge))
    fake.intercept = () => ({ kind: 'tamper', replace: (body) => body.replace('[2]', '[3]') })
    const altered = await failureOf(exchange().call(challenge))
    fake.intercept = () => ({ kind: 'unsigned', status: 200 })
    const unsigned = await failureOf(exchange().call(challenge))

    for (const failure of [foreign, altered, unsigned]) {
      expect(failure).to.be.instanceOf(NoAnswer).and.to.include({ kind: 'altered' })
      expect((failure as Error).message).to.contain('something between agent and service altered the answer')
    }
  })

  it('does not report a proxy’s page as an altered response', async () => {
    for (const status of [502, 503, 504]) {
      fake.intercept = () => ({ kind: 'unsigned', status })

      const failure = (await failureOf(exchange().call(challenge))) as Error

      expect(failure.message).to.contain(`a proxy in front of the service answered ${status}`)
      expect(failure.message).to.not.contain('altered')
    }
  })

  it('reports an error response with its code', async () => {
    fake.intercept = () => ({ kind: 'answer', status: 409, code: 'lease_lost' })

    const failure = await failureOf(exchange().call(challenge))

    expect(failure).to.be.instanceOf(Refused).and.to.include({ status: 409, code: 'lease_lost' })
  })

  it('numbers the requests of a session in sequence across threads', () => {
    const shared = createNumbers()
    const [one, other] = [openRequestCounter(shared), openRequestCounter(shared)]

    expect([one.next(), other.next(), one.next()]).to.deep.equal([1, 2, 3])
  })

  it('reports that there was no response in time', async () => {
    fake.intercept = () => ({ kind: 'silence' })

    const failure = await failureOf(exchange().call({ ...challenge, timeoutMs: 50 }))

    expect(failure).to.be.instanceOf(NoAnswer).and.to.include({ kind: 'silent' })
  })

  it('stops immediately when aborted', async () => {
    fake.intercept = () => ({ kind: 'silence' })
    const controller = new AbortController()

    const waiting = failureOf(exchange().call({ ...challenge, signal: controller.signal }))
    controller.abort()

    expect(await waiting)
      .to.be.instanceOf(NoAnswer)
      .and.to.include({ kind: 'aborted' })
  })

  it('reports why a connection failed', async () => {
    const refused = await failureOf(exchange({ baseUrl: 'http://127.0.0.1:1' }).call(challenge))
    const unknown = await failureOf(exchange({ baseUrl: 'http://no-such-host.invalid' }).call(challenge))

    expect((refused as Error).message).to.contain('refuses the connection')
    expect((unknown as Error).message).to.contain('cannot be resolved')
  })

  it('keeps the path prefix before the API, and signs without it', async () => {
    const proxy = http.createServer((req, res) => {
      const onward = http.request(`${fake.url}${(req.url ?? '').replace('/behind', '')}`, { headers: req.headers })
      onward.on('response', (answer) => {
        res.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(res)
      })
      req.pipe(onward)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/behind`

    const answer = await exchange({ baseUrl }).call(challenge)

    expect(answer).to.have.property('challenge')
    proxy.closeAllConnections()
    proxy.close()
  })

  it('continues over a new connection when a reused one was closed', async () => {
    const seen = new Set<Socket>()
    const server = http.createServer(({ socket }, res) => {
      if (seen.has(socket)) return void socket.destroy()
      seen.add(socket)
      res.end('x')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const ask = () => client.send({ method: 'GET', url, headers: {}, timeoutMs: 2_000 })

    await ask()
    const second = await ask()

    expect(second.status).to.equal(200)
    expect(seen.size).to.equal(2)
    server.closeAllConnections()
    server.close()
  })

  it('identifies the service only by the fingerprint in the token', async () => {
    const service = { baseUrl: fake.url, http: client }

    const known = await askChallenge({ ...service, known: { fingerprint: keyFingerprint(fake.serviceKey) } })
    const other = await failureOf(askChallenge({ ...service, known: { fingerprint: keyFingerprint(foreignKey) } }))

    expect(known.service_key).to.equal(fake.serviceKey.toString('base64'))
    expect(other).to.be.instanceOf(NoAnswer).and.to.include({ kind: 'altered' })
  })
})
