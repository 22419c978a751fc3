import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { PassThrough, Readable, Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { runClient } from '../../../desktop/cli/run-client.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { type ClientUser, clientUser } from './client-runs.ts'

type Answer = (req: http.IncomingMessage, res: http.ServerResponse) => void

/** A fake service that responds as each test defines, like a failing real one. */
describe('coffer and a failing service', () => {
  let server: http.Server | undefined
  let user: ClientUser
  let seen: http.IncomingMessage[]
  beforeEach(() => {
    user = clientUser({ COFFER_TOKEN: 'cft_token' })
    seen = []
  })
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
    server = undefined
    user.end()
  })

  /** The first answer for the first request, and so on; the last one for all that come then. */
  async function answering(...answers: Answer[]): Promise<void> {
    server = http.createServer((req, res) => {
      seen.push(req)
      const answer = answers[Math.min(seen.length, answers.length) - 1]!
      req.resume().once('end', () => answer(req, res))
    })
    await listening(server, 'http')
  }

  async function listening(one: http.Server, protocol: string): Promise<void> {
    await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
    user.env['COFFER_URL'] = `${protocol}://127.0.0.1:${(one.address() as AddressInfo).port}`
  }

  const json =
    (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
    (_req, res) => {
      const type = status < 400 ? 'application/json' : 'application/problem+json'
      res.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
    }
  const busy = json(
    503,
    { title: 'Not available now', status: 503, type: 'x', request_id: '1' },
    { 'retry-after': '0' },
  )

  it('repeats a request after a 503, with the same idempotency key', async () => {
    await answering(busy, busy, json(202, []))

    const ended = await user.coffer(['trigger', '--all', '--tenant', 'c0ffee00-0000-4000-8000-000000000000'])

    expect(ended.code, ended.errors).to.equal(0)
    expect(ended.errors).to.include('responded 503: retrying in 1 s')
    expect(seen.map(({ method }) => method)).to.deep.equal(['POST', 'POST', 'POST'])
    expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).to.equal(1)
    expect(seen[0]!.headers['idempotency-key']).to.match(/^[0-9a-f-]{36}$/)
    expect(seen[0]!.headers.authorization).to.equal('Bearer cft_token')
  })

  it('exits with 7 if Retry-After exceeds its limit', async () => {
    await answering(json(429, { title: 'Too many', status: 429, retry_after_seconds: 900 }, { 'retry-after': '900' }))

    const ended = await user.coffer(['agents'])

    expect(ended).to.include({ code: 7 })
    expect(ended.errors).to.include('Try again in 15 min')
    expect(seen).to.have.length(1)
  })

  it('does not repeat a write whose connection was closed', async () => {
    await answering((req) => req.socket.destroy())

    const ended = await user.coffer(['logout'])

    expect(ended.code).to.equal(7)
    expect(seen).to.have.length(1)
  })

  it('reports an unreachable service', async () => {
    await answering(busy)
    server!.close()
    const ended = await user.coffer(['agents', '--retry-for', '0'])

    expect(ended.code).to.equal(7)
    expect(ended.errors).to.match(/^coffer: 127\.0\.0\.1:\d+ .*\[service_unreached\]/)
  })

  it('reports a response that is not from Coffer, or a redirect', async () => {
    await answering(
      (_req, res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      (_req, res) => res.writeHead(301, { location: 'https://elsewhere.example.net/' }).end(),
      (_req, res) => res.writeHead(502, { 'content-type': 'text/html' }).end('<html>'),
    )

    const [page, redirect, proxy] = [
      await user.coffer(['agents']),
      await user.coffer(['agents']),
      await user.coffer(['agents']),
    ]

    expect([page.code, redirect.code, proxy.code]).to.deep.equal([7, 7, 7])
    expect(page.errors).to.include('[not_coffer]')
    expect(redirect.errors).to.include('https://elsewhere.example.net/').and.include('[service_redirects]')
    expect(proxy.errors).to.include('502 Bad Gateway')
  })

  it('exits with 7 and leaves no file when a response breaks off', async () => {
    await answering(
      (_req, res) => {
        res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"format":')
        setImmediate(() => res.destroy())
      },
      (_req, res) => res.writeHead(200, { 'content-type': 'application/x-ndjson' }).end('{"type":"match"'),
    )
    const file = path.join(user.folder, 'devices.json')

    const saved = await user.coffer(['export', '-o', file])
    const found = await user.coffer(['search', 'x', '--ndjson'])

    expect(saved.code, saved.errors).to.equal(7)
    expect(saved.errors).to.include('[answer_cut_off]')
    expect(fs.readdirSync(user.folder)).to.deep.equal([])
    expect(found.code, found.errors).to.equal(7)
  })

  it('leaves no file when it is terminated during a slow download', async () => {
    await answering((_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"format":')
    })
    const file = path.join(user.folder, 'devices.json')
    const program = path.resolve('desktop/cli/main.ts')

    const env = { ...process.env, ...user.env, NODE_NO_WARNINGS: '1' }
    const client = spawn(process.execPath, [program, 'export', '-o', file], { env, stdio: 'ignore' })
    while (fs.readdirSync(user.folder).length === 0 && client.exitCode === null) await pause(20)
    client.kill('SIGTERM')
    const [code] = await once(client, 'exit')

    expect(code).to.equal(143)
    expect(fs.readdirSync(user.folder)).to.deep.equal([])
  })

  it('reports an unwritable standard output, and ignores a closed pipe', async () => {
    await answering(json(200, []))
    const failing = (code: string) =>
      new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error('no'), { code })) })
    const around = { env: user.env, stdin: Readable.from([]) }
    let said = ''
    const stderr = new PassThrough().on('data', (bytes: Buffer) => (said += bytes.toString()))

    const full = await runClient(['agents', '--json'], { ...around, stdout: failing('ENOSPC'), stderr })
    const unread = await runClient(['agents', '--json'], { ...around, stdout: failing('EPIPE'), stderr })
    const unheard = await runClient(['agents'], { ...around, stdout: new PassThrough(), stderr: failing('EPIPE') })

    expect([full, unread, unheard]).to.deep.equal([2, 0, 0])
    expect(said).to.equal('coffer: stdout cannot be written: no [file_unwritable]\n')
  })

  it('prints the readiness report and exits with 8 when the service is not ready', async () => {
    await answering(json(503, { status: 'not ready' }, { 'content-type': 'application/json' }))

    const ended = await user.coffer(['api', 'GET', '/ready', '--retry-for', '0'])

    expect(ended, ended.errors).to.include({ code: 8, output: '{\n  "status": "not ready"\n}\n' })
  })

  it('escapes control sequences in error messages', async () => {
    await answering(json(409, { title: 'Conflict', detail: 'device \u001b[2J says\u202e no', status: 409 }))

    const ended = await user.atTerminal(['agents'])

    expect(ended.code).to.equal(6)
    expect(ended.errors).to.include('device ^[[2J says<U+202E> no')
  })

  it('trusts a private authority only with --ca-file', async () => {
    const { cert, key } = makeCertificate()
    const file = path.join(user.folder, 'ca.pem')
    fs.writeFileSync(file, cert)
    server = https.createServer({ cert, key }, (req, res) => json(200, [])(req, res))
    await listening(server, 'https')

    const refused = await user.coffer(['agents', '--retry-for', '0'])
    const trusted = await user.coffer(['agents', '--json', '--ca-file', file])

    expect(refused.code).to.equal(7)
    expect(refused.errors).to.include('[service_unreached]').and.include('--ca-file')
    expect(trusted, trusted.errors).to.include({ code: 0, output: '[]\n' })
  })
})
