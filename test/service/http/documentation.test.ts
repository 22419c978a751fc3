import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type Answer, type TestService, startTestService } from '../../support/service.ts'

const contract = path.join(import.meta.dirname, '../../../shared/contract/openapi.json')

describe('the reference', () => {
  let service: TestService
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())

  it('is the contract itself, without a token', async () => {
    const answer = await service.nobody.get('/api/openapi.json')

    expect(answer.status).to.equal(200)
    expect(answer.bytes.equals(fs.readFileSync(contract))).to.equal(true)
  })

  for (const page of ['/api/docs', '/api/redoc']) {
    it(`at ${page} runs no script and shows no frame but its own`, async () => {
      const shown = await service.nobody.get(`${page}/`)
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

    it(`is shown at ${page} by files of the service alone`, async () => {
      const moved = await service.nobody.get(page)
      const shown = await service.nobody.get(`${page}/`)
      const parts = [...shown.bytes.toString().matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)
      const loaded: Answer[] = []
      for (const file of parts) loaded.push(await service.nobody.get(`${page}/${file}`))

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
