import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bodySha256, exchangeHeaders, writeContentDigest } from '../../../shared/agent-protocol/exchange.ts'
import { anAgent } from '../../support/fake-agent.ts'
import { type Client, type Customer, type TestService, startTestService } from '../../support/service.ts'

const json = { 'content-type': 'application/json' }

describe('a hostile request body', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  for (const [what, where] of [
    ['an anonymous login', '/api/auth/login'],
    ['an anonymous client', '/api/devices'],
    ['an anonymous agent', '/api/agent/enroll'],
  ] as const) {
    it(`does not crash the service if nested thousands deep, sent by ${what}`, async () => {
      const answer = await service.anonymous.send('POST', where, nested(3_500), json)

      expect(answer.status).to.be.oneOf([400, 401])
      expect((await service.anonymous.get('/health')).status).to.equal(200)
    })
  }

  it('is rejected with a reason if nested too deep, but not for the content of its texts', async () => {
    const deep = await admin.send('POST', `/api/agents?tenant=${customer.id}`, nested(33), json)
    const brackets = await admin.post(`/api/agents?tenant=${customer.id}`, { slug: 'b', name: '"[{\\'.repeat(49) })

    expect(deep.status).to.equal(400)
    expect(deep.body.detail).to.include('32 levels')
    expect(brackets.status).to.equal(201)
  })

  it('is rejected in the same way in an inventory', async () => {
    const where = `/api/inventory/import/json?tenant=${customer.id}`
    const inventory = (more: string) => `{"format":"coffer-inventory","version":1,"devices":[]${more}}`

    const answers = [
      await admin.send('POST', where, nested(33), json),
      await admin.send('POST', where, inventory(',"customer":{"slug":"\\ud83d"}'), json),
      await admin.send('POST', where, inventory(','), json),
      await admin.send('POST', where, inventory(''), { 'content-type': 'application/json; charset=utf-16le' }),
    ]
    const good = await admin.send('POST', where, `\ufeff${inventory('')}`, json)

    expect(answers.map(({ status }) => status)).to.deep.equal([400, 400, 400, 400])
    expect(answers.map(({ body }) => body.code)).to.deep.equal([
      'body_not_utf8',
      'body_not_text',
      'body_not_json',
      'body_not_utf8',
    ])
    expect(good.status).to.equal(200)
  })

  it('is rejected if it is not UTF-8', async () => {
    const body = Buffer.from(JSON.stringify({ slug: 'wide', name: 'wide' }), 'utf16le')
    const charset = { 'content-type': 'application/json; charset=utf-16le' }

    const answer = await admin.send('POST', `/api/agents?tenant=${customer.id}`, body, charset)

    expect(answer.status).to.equal(400)
  })

  it('is not read before authentication, however large it is', async () => {
    const large = `[${'{"password":"anonymous"},'.repeat(40_000)}0]`
    const noJson = `${large}}`
    const headers = {
      ...json,
      [exchangeHeaders.agent]: randomUUID(),
      [exchangeHeaders.signature]: 'bm9uZQ==',
      [exchangeHeaders.digest]: writeContentDigest(bodySha256(Buffer.from('x'))),
    }
    const seen: string[] = []
    service.dependencies.secrets = {
      addPermanent: () => undefined,
      addRecent: (secret) => void seen.push(secret),
      redact: (line) => line,
    }

    const answers = [
      await service.anonymous.send('POST', '/api/devices', large, json),
      await service.anonymous.send('POST', '/api/devices', large, { ...json, authorization: 'Bearer nonsense' }),
      await service.anonymous.send('POST', '/api/devices', noJson, { ...json, authorization: 'Bearer nonsense' }),
      await service.anonymous.send('POST', '/api/agent/claims', large, headers),
      await (await customer.as('tenant_readonly')).send('POST', '/api/devices', noJson, json),
      await (await customer.as('tenant_readonly')).send('POST', '/api/devices', large, json),
    ]
    const known = await admin.send('POST', `/api/devices?tenant=${customer.id}`, large, json)

    expect(answers.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401, 403, 403])
    expect(seen.filter((secret) => secret === 'anonymous')).to.have.length(40_000)
    expect(known.status).to.equal(422)
  })

  it('is not parsed before its agent signature is verified', async () => {
    const headers = {
      ...json,
      [exchangeHeaders.agent]: randomUUID(),
      [exchangeHeaders.signature]: 'bm9uZQ==',
      [exchangeHeaders.digest]: writeContentDigest(bodySha256(Buffer.from('x'))),
    }

    const answer = await service.anonymous.send('POST', '/api/agent/claims', '{ no JSON', headers)

    expect([answer.status, answer.body.code]).to.deep.equal([401, 'unsigned'])
  })

  it('of an agent is rejected if it is invalid JSON, a lone surrogate or too deep', async () => {
    const agent = await anAgent(service, customer)
    const claim = (name: string) => agent.send('POST', '/api/agent/claims', { claim_id: name, free_slots: 1 })

    const half = await claim('\ud83d')
    const backslashes = await claim('\\'.repeat(5_900_000) + 'ud8')
    const deep = await agent.send('POST', '/api/agent/claims', JSON.parse(nested(40).replaceAll('"\\ud83d"', '')))

    expect([half.status, backslashes.status, deep.status]).to.deep.equal([400, 422, 400])
    expect(half.body.detail).to.include('surrogate')
    expect(deep.body.detail).to.include('32 levels')
  })
})

describe('an id in capital letters', () => {
  let service: TestService
  let customer: Customer
  let admin: Client

  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  it('refers to the same tenant and credential, whose secrets still open', async () => {
    const tenant = customer.id.toUpperCase()
    const made = await admin.post(`/api/credentials?tenant=${tenant}`, { name: 'core', password: 'first' })
    const path = `/api/credentials/${made.body.id.toUpperCase()}?tenant=${tenant}`

    const changed = await admin.patch(path, { password: 'second' })
    const again = await admin.patch(`/api/credentials/${made.body.id}?tenant=${customer.id}`, {
      enable_secret: 'third',
    })

    expect([made.status, changed.status, again.status]).to.deep.equal([201, 200, 200])
    expect(again.body.secrets_set).to.deep.equal(['password', 'enable_secret'])
  })
})

/** An incomplete character within this many arrays. */
function nested(levels: number): string {
  return `${'['.repeat(levels)}"\\ud83d"${']'.repeat(levels)}`
}
