import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { createConsoleProtocol } from '../../../desktop/main/console-protocol.ts'
import type { ReachServices } from '../../../desktop/main/reach-services.ts'

describe('the console protocol of the desktop', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-console-'))
  let server: http.Server
  let url: string
  const heard: { url?: string; headers: http.IncomingHttpHeaders; body: string }[] = []

  before(async () => {
    fs.mkdirSync(path.join(folder, 'built/assets'), { recursive: true })
    fs.writeFileSync(path.join(folder, 'built/index.html'), '<!doctype html>')
    fs.writeFileSync(path.join(folder, 'built/assets/main.js'), 'export {}')
    fs.writeFileSync(path.join(folder, 'secret.js'), 'secret')
    server = http.createServer(async (req, res) => {
      let body = ''
      for await (const chunk of req) body += chunk
      heard.push({ url: req.url, headers: req.headers, body })
      if (req.url === '/api/events') {
        res.writeHead(200, { 'content-type': 'text/event-stream' })
        return void res.write('data: 1\n\n')
      }
      const packed = gzipSync('{"a":1}')
      const headers = { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-request-id': 'r1' }
      if (req.url === '/api/packed')
        return void res.writeHead(200, { ...headers, 'content-encoding': 'gzip' }).end(packed)
      res.writeHead(req.method === 'POST' ? 201 : 200, headers).end('{"a":1}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
    fs.rmSync(folder, { recursive: true })
  })
  beforeEach(() => (heard.length = 0))

  const reach: Pick<ReachServices, 'fetch'> = { fetch: (to, at, how) => fetch(`${to.url}${at}`, how) }
  const log: string[] = []
  function ask(address: string, init?: RequestInit) {
    const acme = { id: 'acme', name: 'Acme', url, lastUser: null, isBundled: false, pinned: null }
    const answer = createConsoleProtocol({
      folder: path.join(folder, 'built'),
      findConnection: (id) => (id === 'acme' ? acme : undefined),
      reach,
      log: (line) => log.push(line),
    })
    return answer(new Request(address, init))
  }

  it('serves the app’s own files with a strict content security policy', async () => {
    const page = await ask('coffer-console://acme/index.html')

    expect(await page.text()).to.equal('<!doctype html>')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).to.include("default-src 'none'").and.include("script-src 'self';").and.include("connect-src 'self'")
    expect(policy).not.to.match(/unsafe-eval|script-src[^;]*unsafe-inline|\*|https?:/)
    expect((await ask('coffer-console://acme/assets/main.js')).headers.get('content-type')).to.match(
      /^text\/javascript/,
    )
  })

  it('serves no other file, however the path is written', async () => {
    for (const at of [
      '../secret.js',
      '%2e%2e/secret.js',
      '..%2fsecret.js',
      '..%5csecret.js',
      'assets/',
      'a%00.js',
      '%',
    ]) {
      expect((await ask(`coffer-console://acme/${at}`)).status, at).to.equal(404)
    }
  })

  it('forwards API requests with the connection’s token and without headers of the page', async () => {
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json', 'x-other': 'y', cookie: 'c=d' }

    const answer = await ask('coffer-console://acme/api/devices?q=a%20b', { method: 'POST', headers, body: '{"b":2}' })

    expect(answer.status).to.equal(201)
    expect(await answer.json()).to.deep.equal({ a: 1 })
    expect(answer.headers.get('x-request-id')).to.equal('r1')
    expect(answer.headers.get('set-cookie')).to.equal(null)
    expect(heard[0]).to.deep.include({ url: '/api/devices?q=a%20b', body: '{"b":2}' })
    expect(heard[0]?.headers).to.include({ authorization: 'Bearer x', 'content-type': 'application/json' })
    expect(heard[0]?.headers).not.to.have.any.keys('x-other', 'cookie', 'origin', 'referer')
  })

  it('streams a response while it is produced', async () => {
    const ending = new AbortController()
    const answer = await ask('coffer-console://acme/api/events', { signal: ending.signal })

    const first = await answer.body?.getReader().read()

    expect(new TextDecoder().decode(first?.value)).to.equal('data: 1\n\n')
    ending.abort()
  })

  it('decompresses a response once', async () => {
    const answer = await ask('coffer-console://acme/api/packed')

    expect(answer.headers.get('content-encoding')).to.equal(null)
    expect(await answer.text()).to.equal('{"a":1}')
  })

  it('rejects other origins and connections that are not saved', async () => {
    const origin = { origin: 'coffer-console://other' }
    expect((await ask('coffer-console://acme/api/devices', { headers: origin })).status).to.equal(403)
    expect((await ask('coffer-console://other/api/devices')).status).to.equal(404)
    expect(heard).to.deep.equal([])
  })

  it('fails like a network error when the service is unreachable', async () => {
    const before = url
    url = 'http://127.0.0.1:1'
    const answer = await ask('coffer-console://acme/api/devices?token=secret')
    url = before

    expect(answer.type).to.equal('error')
    expect(log.join()).to.include('/api/devices').and.not.include('secret')
  })
})
