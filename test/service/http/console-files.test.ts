import fs from 'node:fs'
import http, { type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { expect } from 'chai'
import express from 'express'
import { consoleFiles } from '../../../service/http/console-files.ts'

const script = `console.log('${'coffer '.repeat(400)}')`

describe('the console files', () => {
  let folder: string
  let server: Server
  let url: string
  before(async () => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-console-'))
    const app = express()
    app.set('etag', false)
    app.use(consoleFiles([path.join(folder, 'beside'), path.join(folder, 'built')]))
    app.use((_req, res) => void res.status(404).send('of the API'))
    server = http.createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    await new Promise((resolve) => server.close(resolve))
    fs.rmSync(folder, { recursive: true })
  })

  function build(page: string, builtAt: Date) {
    const built = path.join(folder, 'built')
    fs.mkdirSync(path.join(built, 'assets'), { recursive: true })
    fs.mkdirSync(path.join(built, 'api'), { recursive: true })
    fs.writeFileSync(path.join(built, 'assets/index-1a2b.js'), script)
    fs.writeFileSync(path.join(built, 'assets/index-1a2b.js.br'), zlib.brotliCompressSync(script))
    fs.writeFileSync(path.join(built, 'assets/index-1a2b.js.gz'), zlib.gzipSync(script))
    fs.writeFileSync(path.join(built, 'api/devices.json'), '{}')
    fs.writeFileSync(path.join(built, 'index.html'), page)
    fs.utimesSync(path.join(built, 'index.html'), builtAt, builtAt)
  }

  function ask(where: string, headers: Record<string, string> = {}): Promise<http.IncomingMessage & { body: Buffer }> {
    return new Promise((resolve, reject) => {
      http.get(url + where, { headers, path: where }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => resolve(Object.assign(answer, { body: Buffer.concat(parts) })))
        answer.on('error', reject)
      })
    })
  }

  it('that are not built are reported as missing', async () => {
    const answer = await ask('/')

    expect(answer.statusCode).to.equal(503)
    expect(answer.body.toString()).to.include('npm run build')
  })

  it('include a page that is revalidated each time, and answered with 304 if unchanged', async () => {
    build('<p>first</p>', new Date(1_000_000))

    const first = await ask('/')
    const again = await ask('/', { 'if-none-match': first.headers.etag ?? '' })

    expect([first.statusCode, first.body.toString()]).to.deep.equal([200, '<p>first</p>'])
    expect(first.headers['cache-control']).to.equal('no-cache')
    expect([again.statusCode, again.body.length]).to.deep.equal([304, 0])
  })

  it('have a content security policy for their own scripts and resources', async () => {
    const { headers } = await ask('/')

    expect(headers['content-security-policy']).to.include("default-src 'none'; script-src 'self';")
    expect(headers['content-security-policy']).to.include("frame-ancestors 'none'")
    expect(headers['content-security-policy']).not.to.match(/https?:|unsafe-eval/)
  })

  it('with a hash in their name are cached permanently', async () => {
    const { headers } = await ask('/assets/index-1a2b.js')

    expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable')
    expect(headers['content-type']).to.equal('text/javascript; charset=utf-8')
  })

  it('are compressed as far as the browser supports', async () => {
    const best = await ask('/assets/index-1a2b.js', { 'accept-encoding': 'gzip, deflate, br' })
    const older = await ask('/assets/index-1a2b.js', { 'accept-encoding': 'gzip' })
    const refusing = await ask('/assets/index-1a2b.js', { 'accept-encoding': 'br;q=0, identity' })

    expect(best.headers).to.include({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(zlib.brotliDecompressSync(best.body).toString()).to.equal(script)
    expect(older.headers['content-encoding']).to.equal('gzip')
    expect(zlib.gunzipSync(older.body).toString()).to.equal(script)
    expect([refusing.headers['content-encoding'], refusing.body.toString()]).to.deep.equal([undefined, script])
    expect(best.headers.etag).not.to.equal(older.headers.etag)
  })

  it('hide no API path, and nothing outside the build is read', async () => {
    const hidden = await ask('/api/devices.json')
    const beside = await ask('/assets/../../secret.txt')
    const list = await ask('/assets/')

    expect([hidden.body, beside.body, list.body].map(String)).to.deep.equal(['of the API', 'of the API', 'of the API'])
  })

  it('are those of the last build, even while the service runs', async () => {
    build('<p>second</p>', new Date(2_000_000))

    const answer = await ask('/')

    expect(answer.body.toString()).to.equal('<p>second</p>')
  })
})
