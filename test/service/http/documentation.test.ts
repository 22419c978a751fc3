import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { openChromium } from '../../support/console.ts'
import { type Answer, type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import { sayBytes } from './say-bytes.ts'

const contract = path.join(import.meta.dirname, '../../../shared/contract/public-openapi.json')

describe('the API reference', () => {
  let service: TestService
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())

  it('is the contract itself, for any role with a token', async () => {
    const reader = await service.as('tenant_readonly', await service.hasTenant())
    const answer = await reader.get('/api/openapi.json')

    expect(answer.status).to.equal(200)
    expect(answer.bytes.equals(fs.readFileSync(contract))).to.equal(true)
  })

  it('is denied without a valid token', async () => {
    const without = await service.anonymous.get('/api/openapi.json')
    const invalid = await clientOf(service.url, 'no token').get('/api/openapi.json')

    expect([without.status, invalid.status]).to.deep.equal([401, 401])
    expect(without.headers.get('www-authenticate')).to.equal('Bearer')
    expect(without.bytes.toString()).to.not.include('operationId')
  })

  it('requires no token if the setting allows it', async () => {
    const open = await startTestService({ environment: { BKP_OPEN_REFERENCE: 'on' } })
    try {
      const answer = await open.anonymous.get('/api/openapi.json')

      expect(answer.status).to.equal(200)
    } finally {
      await open.close()
    }
  })

  for (const [page, shown] of [
    ['/api/docs/', 'Record of writes and reads by user'],
    ['/api/redoc/', 'Record of writes and reads by user'],
  ] as const) {
    it(`at ${page} shows nothing before the user has logged in, and everything after`, async () => {
      const admin = await service.as('platform_admin')
      const person = { email: `reader${page.length}@example.net`, password: 'a long one, of words' }
      const body = { ...person, name: 'Reader', role: 'platform_operator' }
      must(await admin.post('/api/users', body), 201)
      const browser = await openChromium()
      try {
        const window = await browser.newPage()
        window.setDefaultTimeout(180_000)
        const refused: string[] = []
        window.on('console', (line) => void (line.text().includes('Content Security') && refused.push(line.text())))
        await window.goto(service.url + page)
        await window.fill('input[type=email]', person.email)
        await window.fill('input[type=password]', 'wrong')
        await window.click('button')
        await window.waitForFunction(() => document.querySelector('[role=alert]')?.textContent !== '')
        const before = await window.textContent('body')
        await window.fill('input[type=password]', person.password)
        await window.click('button')
        await window.getByText(shown).first().waitFor({ state: 'attached' })

        expect(before).to.not.include(shown)
        expect(refused).to.deep.equal([])
      } finally {
        await browser.close()
      }
    })
  }

  it('is compressed on request, and answered with 304 if unchanged', async () => {
    const reader = await service.as('platform_operator')
    const head = `GET /api/openapi.json HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${reader.token}\r\n`
    const packed = await sayBytes(service.url, `${head}Accept-Encoding: gzip\r\nConnection: close\r\n\r\n`)
    const first = await reader.get('/api/openapi.json', { 'accept-encoding': 'identity' })
    const again = await reader.get('/api/openapi.json', { 'if-none-match': first.headers.get('etag') ?? '' })

    expect(packed)
      .to.match(/^HTTP\/1.1 200/)
      .and.match(/content-encoding: gzip/i)
      .and.match(/vary: accept-encoding/i)
    expect(first.headers.get('content-encoding')).to.equal(null)
    expect(again.status).to.equal(304)
  })

  it('has no agent operations and no schemas that only they use', async () => {
    const { paths, tags, components } = (await (await service.as('platform_operator')).get('/api/openapi.json')).body

    expect(Object.keys(paths).filter((path) => path.startsWith('/api/agent/'))).to.deep.equal([])
    expect(tags.map(({ name }: { name: string }) => name))
      .to.include('Devices')
      .and.not.include('Agent protocol')
    expect(Object.keys(components.schemas)).to.include('Device').and.not.include('JobResult')
  })

  for (const page of ['/api/docs', '/api/redoc']) {
    it(`at ${page} runs only its own scripts and frames`, async () => {
      const shown = await service.anonymous.get(`${page}/`)
      const policy = new Map(
        (shown.headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
          const [name = '', ...sources] = rule.split(' ')
          return [name, sources.filter((source) => !/^'(nonce|sha256)-[\w+/=]+'$/.test(source))]
        }),
      )
      const html = shown.bytes.toString()

      expect(Object.fromEntries(policy)).to.deep.include({
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'connect-src': ["'self'"],
        'frame-ancestors': ["'none'"],
      })
      expect(html).not.to.match(/https?:|\son\w+=|<script[^>]*>[^<]/)
    })

    it(`at ${page} is served only from files of the service`, async () => {
      const moved = await service.anonymous.get(page)
      const shown = await service.anonymous.get(`${page}/`)
      const parts = [...shown.bytes.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)
      const loaded: Answer[] = []
      for (const file of parts) loaded.push(await service.anonymous.get(`${page}/${file}`))

      expect([moved.status, moved.headers.get('location')]).to.deep.equal([302, `${page}/`])
      expect(shown.status).to.equal(200)
      expect(parts).to.not.be.empty
      expect(parts.filter((file) => file?.includes('//'))).to.deep.equal([])
      expect(loaded.map(({ status }) => status)).to.deep.equal(parts.map(() => 200))
      expect(loaded.map(({ bytes }) => bytes.toString()).join()).to.include('/api/openapi.json')
      expect(shown.headers.get('content-security-policy')).to.not.match(/https?:/)
    })
  }
})
