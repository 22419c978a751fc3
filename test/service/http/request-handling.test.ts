import http from 'node:http'
import { expect } from 'chai'
import { sayBytes, withoutItsBody } from './say-bytes.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'

const json = { 'content-type': 'application/json' }
const elsewhere = 'https://console.example.net'

describe('HTTP request handling', () => {
  let service: TestService
  let admin: Client
  before(async () => {
    service = await startTestService({
      environment: {
        BKP_BASE_URL: 'https://coffer.example.net',
        BKP_CORS_ORIGINS: `${elsewhere}, http://localhost:5173/`,
      },
    })
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  it('sets headers against scripts, frames, type guessing and caching', async () => {
    const answers = [
      await admin.get('/api/devices'),
      await service.anonymous.get('/nothing'),
      await admin.get('/health'),
    ]

    for (const { headers } of answers) {
      expect(Object.fromEntries(headers)).to.include({
        'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
        'strict-transport-security': 'max-age=31536000',
      })
      expect(headers.has('x-powered-by')).to.equal(false)
    }
  })

  describe('for other origins', () => {
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' }

    it('allows configured ones, including the headers they need', async () => {
      const asked = await service.anonymous.send('OPTIONS', '/api/devices', undefined, {
        origin: elsewhere,
        ...preflight,
      })
      const answer = await admin.get('/api/devices', { origin: elsewhere })

      expect(asked.status).to.equal(204)
      expect(asked.headers.get('access-control-allow-headers')).to.match(/Authorization.*Idempotency-Key/)
      expect(asked.headers.get('access-control-allow-methods')).to.include('PATCH')
      expect(answer.headers.get('access-control-allow-origin')).to.equal(elsewhere)
      expect(answer.headers.get('access-control-expose-headers')).to.include('Link')
      expect(answer.headers.get('vary')).to.include('Origin')
      expect(answer.headers.has('access-control-allow-credentials')).to.equal(false)
    })

    it('denies all others', async () => {
      for (const origin of ['https://console.example.net.evil.example', 'http://console.example.net', 'null']) {
        const asked = await service.anonymous.send('OPTIONS', '/api/devices', undefined, { origin, ...preflight })
        const answer = await admin.get('/api/devices', { origin })

        expect([...asked.headers.keys(), ...answer.headers.keys()].join()).not.to.include('access-control')
      }
    })
  })

  it('lists the methods of a path for a wrong method or OPTIONS', async () => {
    const wrong = await admin.put('/api/agents', {})
    const asked = await service.anonymous.send('OPTIONS', '/api/agents')
    const unknown = await service.anonymous.send('OPTIONS', '/api/nothing-here')

    expect([wrong.status, asked.status, unknown.status]).to.deep.equal([405, 204, 404])
    expect([wrong, asked].map(({ headers }) => headers.get('allow'))).to.deep.equal(
      Array(2).fill('POST, GET, HEAD, OPTIONS'),
    )
    expect(wrong.body.title).to.equal('Method not allowed')
  })

  it('rejects TRACE, and does not repeat the request', async () => {
    const { hostname, port } = new URL(service.url)
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const request = http.request({
        hostname,
        port,
        path: '/api/agents',
        method: 'TRACE',
        headers: { 'x-probe': 'mark' },
      })
      request.on('error', reject).on('response', (response) => {
        let text = ''
        response.on('data', (bytes: Buffer) => (text += bytes.toString()))
        response.on('end', () => resolve({ status: response.statusCode, text }))
      })
      request.end()
    })

    expect(answer.status).to.be.oneOf([404, 405])
    expect(answer.text).not.to.include('mark')
  })

  it('rejects a body whose field is __proto__, and no other request is affected', async () => {
    const body = '{"name":"polluted","__proto__":{"role":"platform_admin","polluted":true}}'
    const answer = await admin.send('POST', '/api/auth/tokens', body, { 'content-type': 'application/json' })

    expect(answer.status).to.equal(422)
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined)
    expect((await admin.get('/api/agents')).status).to.equal(200)
  })

  it('responds to HEAD like GET, without a body', async () => {
    const head = await admin.send('HEAD', '/api/platforms')
    const get = await admin.get('/api/platforms')
    const none = await admin.send('HEAD', '/api/nothing-here')

    expect([head.status, head.bytes.length, none.status]).to.deep.equal([200, 0, 404])
    expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'))
  })

  it('rejects a contradictory query and one that is not text', async () => {
    const codes = []
    for (const query of ['limit=1&limit=2', 'q=a&%71=b', 'q=%ff', 'q=%', 'q=%ED%A0%80']) {
      const { status, body } = await admin.get(`/api/devices?${query}`)
      codes.push(`${status} ${body.errors[0].path} ${body.errors[0].code}`)
    }
    const stranger = await service.anonymous.get('/api/devices?q=%ff')

    expect(codes).to.deep.equal([
      '422 limit given_more_than_once',
      '422 q given_more_than_once',
      ...Array(3).fill('422 query invalid_percent_escape'),
    ])
    expect(stranger.status).to.equal(401)
  })

  it('distinguishes an unsupported type, encoding or character set from an invalid value', async () => {
    const body = JSON.stringify({ slug: 'a', name: 'b' })
    const send = async (headers: Record<string, string>, raw: string | Buffer = body) =>
      (await admin.send('POST', '/api/tenants', raw, headers)).status

    const statuses = [
      await send({ 'content-type': 'text/plain' }),
      await send({ 'content-type': 'application/x-www-form-urlencoded' }, 'slug=a&name=b'),
      await send({ 'content-type': 'application/json; charset=latin1' }),
      await send({ ...json, 'content-encoding': 'compress' }),
      await send(json, Buffer.from([...Buffer.from('{"slug":"a","name":"'), 0xff, ...Buffer.from('"}')])),
    ]

    expect(statuses).to.deep.equal([415, 415, 415, 415, 400])
  })

  it('states the actual and maximum size of a body', async () => {
    const { status, body } = await admin.post('/api/tenants', { slug: 'x'.repeat(2 ** 21), name: 'b' })

    expect(status).to.equal(413)
    expect(body).to.include({ limit_bytes: 2 ** 20, size_bytes: 2 ** 21 + 22 })
    expect(body.detail).to.equal('The body is 2.1 MiB; the limit is 1 MiB.')
  })

  it('accepts the longest paths of the contract, escaped too, and little longer ones', async () => {
    const longest = await admin.get(
      `/api/snapshots/00000000-0000-4000-8000-000000000000/browse?path=${'%2F'.repeat(20_000)}`,
    )
    const longer = await admin.get(`/api/devices?q=${'x'.repeat(80_000)}`)

    expect([longest.status, longer.status]).to.deep.equal([404, 431])
    expect(longer.body).to.include({ status: 431, code: 'header_too_large' })
  })

  it('responds to a malformed request with a problem, and continues', async () => {
    const response = await say('this is not HTTP\r\n\r\n')
    const smuggled = await say(
      'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    )

    expect(response).to.match(/^HTTP\/1.1 400 Bad Request\r\nContent-Type: application\/problem\+json\r\n/)
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).to.include({
      status: 400,
      code: 'request_malformed',
    })
    expect(smuggled).to.match(/^HTTP\/1.1 400 /)
    expect((await service.anonymous.get('/health')).status).to.equal(200)
  })

  it('rejects an HTTP/1.1 request without a host', async () => {
    const response = await say('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')
    const old = await say('GET /health HTTP/1.0\r\n\r\n')

    const [head = '', body = ''] = response.split('\r\n\r\n')
    const [, requestId] = /^X-Request-Id: (.+)$/im.exec(head) ?? []
    expect(head)
      .to.match(/^HTTP\/1.1 400 /)
      .and.match(/\r\nContent-Type: application\/problem\+json/i)
    expect(JSON.parse(body)).to.deep.equal({
      type: 'urn:coffer:problem:host_header_missing',
      title: 'Invalid request',
      status: 400,
      detail: 'The request has no Host header.',
      code: 'host_header_missing',
      params: {},
      request_id: requestId,
    })
    expect(old).to.match(/^HTTP\/1.1 200 OK/)
  })

  it('rejects a request with two hosts, even if equal', async () => {
    const answers = await Promise.all([
      say('GET /health HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\nConnection: close\r\n\r\n'),
      say('GET /health HTTP/1.1\r\nHost: a.example\r\nhOST: a.example\r\nConnection: close\r\n\r\n'),
      say('GET /health HTTP/1.0\r\nHost: a.example\r\nHost: b.example\r\n\r\n'),
    ])

    for (const answer of answers) {
      expect(answer)
        .to.match(/^HTTP\/1.1 400 /)
        .and.include('host_header_repeated')
    }
  })

  it('uses up no download address for a rejected request', async () => {
    const admin = await service.as('platform_admin')
    const { url } = must(await admin.post('/api/downloads', { path: '/api/tenants/export' }), 201)

    const response = await say(`GET ${url} HTTP/1.1\r\nConnection: close\r\n\r\n`)

    expect(response).to.match(/^HTTP\/1.1 400 /)
    expect((await service.anonymous.get(url)).status).to.equal(200)
  })

  it('rejects a client without permission before its body arrives, without reading it', async () => {
    const reader = await (await service.hasTenant()).as('tenant_readonly')
    const said = [
      ['/api/devices', null, 'application/json'],
      ['/api/devices', 'nonsense', 'application/json'],
      ['/api/devices', reader.token, 'application/json'],
      ['/api/inventory/import/json', reader.token, 'application/json'],
      ['/api/inventory/import/csv', reader.token, 'multipart/form-data; boundary=x'],
    ] as const

    const response = await Promise.all(said.map(([where, token, type]) => say(withoutItsBody(where, token, type))))

    const statuses = response.map((answer) => answer.slice(0, 'HTTP/1.1 401'.length))
    expect(statuses).to.deep.equal(['HTTP/1.1 401', 'HTTP/1.1 401', ...Array(3).fill('HTTP/1.1 403')])
  })

  const say = (bytes: string) => sayBytes(service.url, bytes)
})
