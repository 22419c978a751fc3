import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import express from 'express'
import { expect } from 'chai'
import { docsFiles } from '../../../service/http/docs-files.ts'

describe('the documentation site', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
  const built = path.join(folder, 'built')
  let server: http.Server
  let url: string
  before(async () => {
    const app = express()
    app.use(docsFiles([path.join(folder, 'beside'), built]))
    app.use((_req, res) => void res.status(418).send('of another route'))
    server = http.createServer(app)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(async () => {
    await new Promise((resolve) => server.close(resolve))
    fs.rmSync(folder, { recursive: true })
  })

  const get = (where: string, options: RequestInit = {}) => fetch(url + where, { redirect: 'manual', ...options })

  it('reports how to build it while it is missing', async () => {
    const answer = await get('/docs/')

    expect(answer.status).to.equal(503)
    expect(await answer.text()).to.include('npm run build:docs')
  })

  describe('after the build', () => {
    before(() => {
      fs.mkdirSync(path.join(built, 'assets'), { recursive: true })
      fs.mkdirSync(path.join(built, 'decisions'))
      const files = {
        'index.html': 'start',
        '404.html': 'no such page',
        'quick-start.html': 'quick start',
        'decisions/sweep.html': 'sweep',
        'assets/app.1a2b.js': 'run()',
        'assets/soak.1a2b.webp': 'picture',
      }
      for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(built, name), text)
      fs.writeFileSync(path.join(folder, 'secret.html'), 'secret')
    })

    it('redirects /docs to /docs/', async () => {
      const answer = await get('/docs')

      expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, '/docs/'])
    })

    it('serves pages without a suffix, revalidated each time', async () => {
      const texts = []
      for (const page of ['/docs/', '/docs/quick-start', '/docs/quick-start.html', '/docs/decisions/sweep']) {
        const answer = await get(page)
        expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8')
        expect(answer.headers.get('cache-control')).to.equal('no-cache')
        texts.push(await answer.text())
      }

      expect(texts).to.deep.equal(['start', 'quick start', 'quick start', 'sweep'])
    })

    it('responds 304 to a client that has the page', async () => {
      const first = await get('/docs/quick-start')
      const again = await get('/docs/quick-start', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })

      expect([again.status, await again.text()]).to.deep.equal([304, ''])
    })

    it('lets clients keep files with a hash in their name for a year', async () => {
      const script = await get('/docs/assets/app.1a2b.js')
      const picture = await get('/docs/assets/soak.1a2b.webp')

      expect(script.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable')
      expect(script.headers.get('content-type')).to.equal('text/javascript; charset=utf-8')
      expect(picture.headers.get('content-type')).to.equal('image/webp')
    })

    it('responds 404 with its own page, and reads nothing outside the build', async () => {
      for (const page of ['/docs/nothing', '/docs/decisions/', '/docs/%2e%2e%2fsecret', '/docs/..%2Fsecret.html']) {
        const answer = await get(page)

        expect([answer.status, await answer.text()], page).to.deep.equal([404, 'no such page'])
        expect(answer.headers.get('cache-control')).to.equal('no-cache')
      }
    })

    it('runs no inline script and loads nothing from another host', async () => {
      const policy = (await get('/docs/')).headers.get('content-security-policy')

      expect(policy)
        .to.include("default-src 'none'; script-src 'self';")
        .and.include("connect-src 'self'")
        .and.include("frame-ancestors 'none'")
        .and.not.match(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/)
    })

    it('leaves other methods and paths to the API', async () => {
      const written = await get('/docs/quick-start', { method: 'POST' })
      const beside = await get('/docsx')

      expect([written.status, beside.status]).to.deep.equal([418, 418])
    })
  })
})
