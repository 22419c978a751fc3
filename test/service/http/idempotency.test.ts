import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { expire } from '../../../service/domain/recovery/housekeeping/expire.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type ContractOperation, fill, readContract } from '../../support/contract.ts'
import { type Answer, type Client, type TestService, startTestService } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'
import { validRequest } from '../../support/valid-requests.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

const once = readContract().filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
/** Concurrent requests are refused, with a request to retry. */
const oneAtATime = ['importNetbox']

const dayMs = 24 * 3_600_000

describe('a write with an Idempotency-Key', () => {
  let service: TestService
  let admin: Client
  let customer: FullScene
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    customer = await createFullScene(service)
  })
  after(() => service.close())

  it('is any creation, except those that return a secret shown once', () => {
    expect(once.map(({ id }) => id)).to.have.members([
      'createRole',
      'createServiceAccount',
      'createUser',
      'createTenant',
      'createAgent',
      'createCredential',
      'createPlatformDocument',
      'createDevice',
      'createDevicePair',
      'createExtraCommand',
      'createFleet',
      'createGoldenConfiguration',
      'createWebhook',
      'createNotificationChannel',
      'createReportSchedule',
      'sendReport',
      'restoreVersion',
      'importCsv',
      'importJson',
      'importNetbox',
      'testDevice',
      'tryPlatformDocument',
      'triggerBackups',
      'sampleStorage',
    ])
  })

  for (const operation of once) {
    it(`${operation.id} is executed once, even if concurrent, with the same response`, async () => {
      const send = await ready(operation)
      const key = randomUUID()

      const first = send(key)
      if (oneAtATime.includes(operation.id)) await first
      const together = await Promise.all([first, send(key)])
      const later = await send(key.toUpperCase())
      const answers = [...together, later]
      const replays = answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')

      expect(answers.map(({ status }) => status)).to.satisfy(
        (all: number[]) => all.every((one) => one < 300),
        describeAnswer(later),
      )
      expect(new Set(answers.map(({ status }) => status)).size).to.equal(1)
      expect(together[1].body).to.deep.equal(together[0].body)
      expect(later.body).to.deep.equal(together[0].body)
      expect(JSON.stringify(later.body), 'the order of fields').to.equal(JSON.stringify(together[0].body))
      expect(replays.length).to.equal(2)
      expect(replays).to.include(later)
    })
  }

  it('rejects the key for another request, and stores no error', async () => {
    const key = randomUUID()
    const create = (slug: string, name: string) =>
      admin.post(`/api/agents?tenant=${customer.id}`, { slug, name }, { 'Idempotency-Key': key })

    const refused = await create('Not a slug', 'one')
    const first = await create('one', 'one')
    const other = await create('two', 'one')

    expect([refused.status, first.status, other.status]).to.deep.equal([422, 201, 409])
    expect(other.body).to.include({
      code: 'idempotency_mismatch',
      type: 'urn:coffer:problem:idempotency_mismatch',
    })
    expect(other.headers.get('idempotency-replayed')).to.equal(null)
  })

  it('replays an earlier version’s response without Location if that cannot be derived', async () => {
    // its responses differ from the current contract
    const upgraded = await startTestService({ validateResponses: false })
    try {
      const [creator, tenant] = [await upgraded.as('platform_admin'), await upgraded.hasTenant()]
      const key = randomUUID()
      const create = () =>
        creator.post(`/api/agents?tenant=${tenant.id}`, { slug: 'a', name: 'a' }, { 'Idempotency-Key': key })
      const first = await create()
      for (const stored of [{ agent_id: first.body.id }, [first.body]]) {
        await inScope(upgraded.dependencies.knex, { kind: 'platform' }, (trx) =>
          trx('idempotency_keys')
            .where({ key })
            .update({ answer: JSON.stringify(stored) }),
        )

        const replayed = await create()

        expect([replayed.status, replayed.body]).to.deep.equal([201, stored])
        expect(replayed.headers.get('idempotency-replayed')).to.equal('true')
        expect(replayed.headers.get('location')).to.equal(null)
      }
      expect(first.headers.get('location')).to.equal(`/api/agents/${first.body.id}`)
    } finally {
      await upgraded.close()
    }
  })

  it('distinguishes files of the same form', async () => {
    const key = randomUUID()
    const table = (name: string) => {
      const form = new FormData()
      form.set('file', new Blob([`name,hostname,platform\n${name},192.0.2.7,netco_iosxe\n`]), 'devices.csv')
      const where = `/api/inventory/import/csv?tenant=${customer.id}`
      return admin.send('POST', where, form, { 'Idempotency-Key': key })
    }

    const answers = [await table('table-1'), await table('table-1'), await table('table-2')]

    expect(answers.map(({ status, body }) => body.created?.length ?? status)).to.deep.equal([1, 1, 409])
  })

  it('is remembered for 7 days, and executed again afterwards', async () => {
    const key = randomUUID()
    const create = () => admin.post('/api/tenants', { slug: 'for-a-week', name: 'A week' }, { 'Idempotency-Key': key })
    const first = await create()
    service.advance(7 * dayMs - 1)
    await tidy()
    const within = await create()
    service.advance(2)
    await tidy()

    const after = await create()

    expect([first.status, within.status, after.status]).to.deep.equal([201, 201, 409]) // the slug exists already
    expect(within.body).to.deep.equal(first.body)
  })

  it('stores nothing that allows guessing a password in it', async () => {
    const key = randomUUID()
    const body = { name: 'kept', username: 'backup', password: 'a password to guess' }
    await admin.post(`/api/credentials?tenant=${customer.id}`, body, { 'Idempotency-Key': key })

    const kept = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('idempotency_keys').where({ key }).first(),
    )

    expect(JSON.stringify(kept.answer)).not.to.include('guess')
    expect(kept.request_hash).to.have.lengthOf(32)
  })

  function tidy() {
    return expire(systemTransactions(service.dependencies))
  }

  /** Returns a function that sends the same request each time. */
  async function ready(operation: ContractOperation): Promise<(key: string) => Promise<Answer>> {
    const asker = { service, role: 'platform_admin', customer, secret: 'a secret of twelve' } as const
    const { ids, body, form, client = admin } = await validRequest(asker, operation)
    const named = operation.parameters.some(({ name }) => name === 'tenant') ? `?tenant=${customer.id}` : ''
    const where = fill(operation.path, { ...customer.ids, ...ids }) + named
    return (key) => {
      const headers = { 'Idempotency-Key': key, ...(body && { 'content-type': 'application/json' }) }
      return client.send(operation.method, where, form ?? (body && JSON.stringify(body)), headers)
    }
  }
})

function describeAnswer({ status, body }: Answer): string {
  return `${status} ${JSON.stringify(body)}`
}
