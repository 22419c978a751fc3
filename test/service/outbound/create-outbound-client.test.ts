import { once } from 'node:events'
import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createOutboundClient, checkAddressFor } from '../../../service/outbound/create-outbound-client.ts'
import { OutgoingFailed, type OutgoingRequest } from '../../../service/outbound/outbound-client.ts'
import { makeCertificate } from '../../support/certificate.ts'

describe('a request to a user-defined address', () => {
  const servers: (http.Server | https.Server)[] = []
  const asked: http.IncomingMessage[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
    asked.length = 0
  })

  function hasServer(listener: RequestListener): Promise<number> {
    return listening(
      http.createServer((req, res) => {
        asked.push(req)
        return listener(req, res)
      }),
    )
  }

  async function listening(server: http.Server | https.Server): Promise<number> {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  const anywhere = createOutboundClient({ checkAddress: () => null })
  const request = (url: string, more: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
    method: 'GET',
    url,
    timeoutMs: 5_000,
    maxBytes: 1_000,
    ...more,
  })

  it('is sent to an allowed local address and port, and to no other', async () => {
    const [port, other] = [await hasServer((_req, res) => res.end('heard')), await hasServer((_req, res) => res.end())]
    const outgoing = createOutboundClient({
      checkAddress: checkAddressFor(false),
      allow: [{ address: '127.0.0.1', port }],
    })

    const answer = await outgoing(request(`http://127.0.0.1:${port}/`))
    const { fault } = await failureOf(outgoing(request(`http://127.0.0.1:${other}/`)))

    expect([answer.body.toString(), fault]).to.deep.equal(['heard', 'address_refused'])
  })

  it('is never sent to the service itself, even if its address is allowed', async () => {
    const port = await hasServer((_req, res) => res.end())
    const allow = [{ address: '127.0.0.1', port }]
    const outgoing = createOutboundClient({
      checkAddress: checkAddressFor(false),
      ownUrls: [`http://127.0.0.1:${port}`],
      allow,
    })

    const { fault } = await failureOf(outgoing(request(`http://127.0.0.1:${port}/`)))

    expect([fault, asked.length]).to.deep.equal(['address_refused', 0])
  })

  it('is rejected before it is sent if the address itself is invalid', () => {
    const outgoing = createOutboundClient({
      checkAddress: checkAddressFor(false),
      ownUrls: ['https://coffer.example.net'],
      allow: [{ address: '127.0.0.1', port: 9000 }],
    })
    const faults = [
      ...['http://127.0.0.1:9001/', 'http://localhost/', 'https://coffer.example.net/x', 'http://169.254.169.254/'],
      ...['http://127.0.0.1:9000/', 'http://localhost:9000/', 'https://hooks.example.net/'],
    ].map((url) => outgoing.findFault?.(url) ?? null)

    expect(faults.map((fault) => fault !== null)).to.deep.equal([true, true, true, true, false, false, false])
  })

  async function failureOf(asking: Promise<unknown>): Promise<OutgoingFailed> {
    const error = await asking.then(
      () => expect.fail('it was answered'),
      (thrown: unknown) => thrown,
    )
    expect(error).to.be.instanceOf(OutgoingFailed)
    return error as OutgoingFailed
  }

  it('returns status, headers and body, and sends the given ones', async () => {
    const port = await hasServer((req, res) => {
      res.setHeader('x-seen', String(req.headers['x-token']))
      res.statusCode = 418
      req.pipe(res)
    })

    const answer = await anywhere(
      request(`http://127.0.0.1:${port}/hook?a=b`, { method: 'POST', body: '{"a":1}', headers: { 'x-token': 't' } }),
    )

    expect(asked[0]?.url).to.equal('/hook?a=b')
    expect([answer.status, answer.headers['x-seen'], answer.body.toString()]).to.deep.equal([418, 't', '{"a":1}'])
  })

  it('uses the address that was checked, even if the name resolves elsewhere later', async () => {
    const port = await hasServer((_req, res) => void res.end('here'))
    const answers = ['127.0.0.1', '192.0.2.1']
    const outgoing = createOutboundClient({
      checkAddress: (address) => (address === '127.0.0.1' ? null : 'private_network'),
      resolve: async () => [{ address: answers.shift() ?? '', family: 4 }],
    })

    const answer = await outgoing(request(`http://rebound.example.net:${port}/`))

    expect(answer.body.toString()).to.equal('here')
    expect(asked[0]?.headers.host).to.equal(`rebound.example.net:${port}`)
    expect(answers).to.deep.equal(['192.0.2.1'])
  })

  it('is not sent to this host, by any name', async () => {
    const port = await hasServer((_req, res) => void res.end('never'))
    const outgoing = createOutboundClient({ checkAddress: checkAddressFor(true) })

    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0']) {
      const { fault, reason, message } = await failureOf(outgoing(request(`http://${host}:${port}/secret-path`)))

      expect(fault, host).to.equal('address_refused')
      expect(reason.params).to.include({ reason: 'own_host' })
      expect(message).to.not.include('secret-path')
    }
    expect(asked).to.have.length(0)
  })

  it('is not sent to the service’s public name', async () => {
    const outgoing = createOutboundClient({ checkAddress: () => null, ownUrls: ['https://coffer.example.net'] })

    for (const host of ['COFFER.example.net', 'coffer.example.net.', 'coffer.example.net:8443']) {
      const { fault, reason } = await failureOf(outgoing(request(`https://${host}/api`)))

      expect(fault).to.equal('address_refused')
      expect(reason.params).to.deep.equal({ host: host.toLowerCase(), reason: 'this_service' })
    }
  })

  it('is not sent to the service’s public address, by any name', async () => {
    const port = await hasServer((_req, res) => void res.end('here'))
    const resolve = (host: string) =>
      host === 'unknown.example.net'
        ? Promise.reject(new Error('no such name'))
        : Promise.resolve([{ address: '127.0.0.1', family: 4 }])
    const ownUrls = [`http://coffer.example.net:${port}`, 'http://unknown.example.net']
    const outgoing = createOutboundClient({ checkAddress: () => null, ownUrls, resolve })
    const beside = createOutboundClient({ checkAddress: () => null, ownUrls: ['https://coffer.example.net'], resolve })

    const { fault, reason } = await failureOf(outgoing(request(`http://other.example.net:${port}/api`)))
    const answer = await beside(request(`http://other.example.net:${port}/api`))

    expect(fault).to.equal('address_refused')
    expect(reason.params).to.deep.equal({ host: `other.example.net:${port}`, reason: 'this_service' })
    expect(answer.body.toString()).to.equal('here')
  })

  it('is rejected with credentials or as no web address, and not quoted', async () => {
    for (const url of ['https://user:hunter2@netbox.example.net/', 'ftp://hunter2/', 'hunter2', 'file:///hunter2']) {
      const { fault, message } = await failureOf(anywhere(request(url)))

      expect(fault).to.equal('url_refused')
      expect(message).to.not.include('hunter2')
    }
  })

  it('follows no redirect', async () => {
    const port = await hasServer((_req, res) => void res.writeHead(302, { location: 'http://192.0.2.1/' }).end())

    const answer = await anywhere(request(`http://127.0.0.1:${port}/`))

    expect(answer.status).to.equal(302)
    expect(asked).to.have.length(1)
  })

  it('ends if the response is too long, or truncates it on request', async () => {
    const port = await hasServer((_req, res) => void res.end('x'.repeat(100_000)))
    const url = `http://127.0.0.1:${port}/`

    const { fault } = await failureOf(anywhere(request(url)))
    const cut = await anywhere(request(url, { cutsLonger: true }))

    expect(fault).to.equal('too_long')
    expect(cut.body).to.have.length(1_000)
  })

  it('ends if the response is too slow, the name does not resolve, or the caller aborts', async () => {
    const port = await hasServer((_req, res) => void res.write('a'))
    const url = `http://127.0.0.1:${port}/`
    const lost = createOutboundClient({ checkAddress: () => null, resolve: () => new Promise(() => {}) })
    const gone = new AbortController()

    const trickling = await failureOf(anywhere(request(url, { timeoutMs: 50 })))
    const nameless = await failureOf(lost(request('http://netbox.example.net/', { timeoutMs: 50 })))
    const waiting = anywhere(request(url, { signal: gone.signal }))
    gone.abort()

    expect([trickling.fault, nameless.fault]).to.deep.equal(['timed_out', 'timed_out'])
    expect((await failureOf(waiting)).fault).to.equal('given_up')
  })

  it('distinguishes a closed port from an untrusted certificate', async () => {
    const tls = await listening(https.createServer(makeCertificate()))
    const plain = await hasServer((_req, res) => void res.end())
    const [closed] = servers.splice(1)
    closed?.close()

    const untrusted = await failureOf(anywhere(request(`https://127.0.0.1:${tls}/`)))
    const silent = await failureOf(anywhere(request(`http://127.0.0.1:${plain}/`)))
    const noTls = await failureOf(anywhere(request(`http://127.0.0.1:${tls}/`)))

    expect([untrusted.fault, silent.fault, noTls.fault]).to.deep.equal(['tls_failed', 'unreachable', 'unreachable'])
    expect(untrusted.message).to.include('certificate').and.include('DEPTH_ZERO_SELF_SIGNED_CERT')
  })
})
