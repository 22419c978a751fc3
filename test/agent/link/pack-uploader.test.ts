import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createHttpClient, type HttpClient } from '../../../agent/link/http.ts'
import { createNumbers, openRequestCounter } from '../../../agent/link/request-counter.ts'
import { createPackUploader } from '../../../agent/link/pack-uploader.ts'

describe('the pack upload', () => {
  const bytes = Buffer.from('a sealed pack')
  const relay = '/api/agent/packs/1?expires=1&signature=x'
  let client: HttpClient
  let store: Listener
  let service: Listener
  let lines: string[]
  let session: SharedArrayBuffer

  beforeEach(async () => {
    client = createHttpClient({ proxyEnv: {}, maxSockets: 4 })
    store = await listen(http.createServer())
    service = await listen(http.createServer())
    lines = []
    session = createNumbers()
  })
  afterEach(() => {
    client.close()
    store.close()
    service.close()
  })

  const road = () =>
    createPackUploader({
      http: client,
      baseUrl: service.url,
      numbers: openRequestCounter(session),
      signal: new AbortController().signal,
      onTrouble: (line) => void lines.push(line),
    })
  const send = (url: string) => road().send({ id: '1', url, headers: { 'content-md5': 'md5' }, relay }, bytes)

  it('is sent directly to the store, with the signed headers', async () => {
    const sent = await send(`${store.url}/bucket/pack`)

    expect(sent).to.deep.equal({ isTaken: true, isDirect: true })
    expect(store.seen).to.deep.equal([{ path: '/bucket/pack', md5: 'md5', body: 'a sealed pack' }])
    expect(service.seen).to.deep.equal([])
  })

  it('uses the service without a log line if that is the only route', async () => {
    const sent = await send(relay)

    expect(sent).to.deep.equal({ isTaken: true, isDirect: false })
    expect(service.seen.map((request) => request.path)).to.deep.equal([relay])
    expect(lines).to.deep.equal([])
  })

  for (const [why, unreachable] of [
    ['that refuses the connection', () => Promise.resolve(`http://127.0.0.1:${closedPort}/pack`)],
    ['whose name does not resolve', () => Promise.resolve('http://objects.invalid/pack')],
    ['whose certificate is not trusted', async () => `${(await untrusted()).url}/pack`],
    ['that cuts every connection', async () => `${(await cutting()).url}/pack`],
    ['behind a proxy that responds 403', () => Promise.resolve(`${store.url}/answer/403`)],
  ] as const) {
    it(`switches to the service, logged once, for a store ${why}`, async () => {
      const url = await unreachable()

      const sent = [await send(url), await send(`${store.url}/pack`)]

      expect(sent).to.deep.equal(Array(2).fill({ isTaken: true, isDirect: false }))
      expect(service.seen.map(({ body }) => body)).to.deep.equal(['a sealed pack', 'a sealed pack'])
      expect(store.seen.filter((request) => request.path === '/pack')).to.deep.equal([])
      expect(lines).to.have.length(1)
      expect(lines[0]).to.match(/^the object store cannot be reached from here \(.+\): packs go through the service$/)
    })
  }

  it('does not use the service after an error of the store itself', async () => {
    const sent = [await send(`${store.url}/answer/503`), await send(`${store.url}/answer/400`)]

    expect(sent).to.deep.equal([
      { isTaken: false, why: 'the store answered 503' },
      { isTaken: false, why: 'the store answered 400' },
    ])
    expect([service.seen, lines]).to.deep.equal([[], []])
  })

  it('tries the store again if the service failed too', async () => {
    service.answersWith = 503
    const first = await send(`http://127.0.0.1:${closedPort}/pack`)
    service.answersWith = 204

    const second = await send(`${store.url}/pack`)

    expect(first.isTaken).to.equal(false)
    expect(second).to.deep.equal({ isTaken: true, isDirect: true })
    expect(lines).to.deep.equal([])
  })
})

/** Nothing listens on it. */
const closedPort = 1

interface Listener {
  url: string
  seen: { path: string | undefined; md5: string | undefined; body: string }[]
  answersWith: number
  close(): void
}

/** `/answer/N` answers N, every other path `answersWith`. */
async function listen(server: http.Server | https.Server): Promise<Listener> {
  const listener: Listener = { url: '', seen: [], answersWith: 204, close: () => void server.close() }
  server.on('request', (req: http.IncomingMessage, res: http.ServerResponse) => {
    const pieces: Buffer[] = []
    req.on('data', (piece: Buffer) => pieces.push(piece))
    req.on('end', () => {
      const md5 = req.headers['content-md5']
      listener.seen.push({ path: req.url, md5: md5?.toString(), body: Buffer.concat(pieces).toString() })
      const asked = /^\/answer\/(\d+)/.exec(req.url ?? '')?.[1]
      res.writeHead(asked ? Number(asked) : listener.answersWith).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  const protocol = server instanceof https.Server ? 'https' : 'http'
  listener.url = `${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return listener
}

function untrusted(): Promise<Listener> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-tls-'))
  const [key, cert] = ['key', 'cert'].map((name) => path.join(folder, name)) as [string, string]
  const subject = ['-subj', '/CN=127.0.0.1', '-days', '2', '-keyout', key, '-out', cert]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject],
    {
      stdio: 'ignore',
    },
  )
  const identity = { key: fs.readFileSync(key), cert: fs.readFileSync(cert) }
  fs.rmSync(folder, { recursive: true })
  return listen(https.createServer(identity))
}

async function cutting(): Promise<{ url: string }> {
  const server = net.createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
