import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { withoutDestructionDelay } from '../../support/delays.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'

type Tenant = components['schemas']['Tenant']

describe('tenants', () => {
  let service: TestService
  let admin: Client
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  it('are created with slug and name, 365 days of decommissioned retention and inherited restore policy', async () => {
    const answer = await admin.post('/api/tenants', { slug: 'north-1', name: 'North' })

    expect(answer.status).to.equal(201)
    expect(answer.body).to.include({
      slug: 'north-1',
      name: 'North',
      restore_policy: null,
      decommissioned_retention_days: 365,
    })
  })

  it('show since when their keys are destroyed, to themselves too', async () => {
    await withoutDestructionDelay(service)
    const customer = await service.hasTenant()
    const before: Tenant = must(await admin.get(`/api/tenants/${customer.id}`), 200)
    const { destroyed_at: at } = must(
      await admin.post(`/api/tenants/${customer.id}/destroy-key`, { confirm: customer.slug }),
      200,
    )

    const clients = [admin, await customer.as('tenant_readonly')]
    const shown = await Promise.all(
      clients.map(async (client) => [
        must(await client.get(`/api/tenants/${customer.id}`), 200),
        must(await client.get('/api/tenants?limit=1000'), 200).find(({ id }: Tenant) => id === customer.id),
      ]),
    )

    expect(before.keys_destroyed_at).to.equal(null)
    expect(shown.flat().map((tenant: Tenant) => tenant.keys_destroyed_at)).to.deep.equal(Array(4).fill(at))
  })

  it('have wrapped keys in the store', async () => {
    const { id } = await service.hasTenant()

    const bundle = await service.dependencies.store.get(`tenants/${id}/keys/1`)

    expect(bundle.length).to.be.greaterThan(0)
  })

  it('have unique slugs', async () => {
    const { slug } = await service.hasTenant()

    const answer = await admin.post('/api/tenants', { slug, name: 'Another' })

    expect(answer.status).to.equal(409)
    expect(answer.body.code).to.equal('slug_taken')
  })

  for (const slug of ['', 'Upper', '-first', 'last-', 'with_underscore', 'with.dot', 'a'.repeat(64)]) {
    it(`reject the slug '${slug.slice(0, 20)}'`, async () => {
      const answer = await admin.post('/api/tenants', { slug, name: 'Name' })

      expect(answer.status).to.equal(422)
      expect(answer.body.errors[0].path).to.equal('slug')
    })
  }

  it('can change everything except the slug', async () => {
    const { id, slug } = await service.hasTenant()
    const change = { name: 'Renamed', restore_policy: 'deny', decommissioned_retention_days: 30 }

    const changed = await admin.patch(`/api/tenants/${id}`, change)
    const fixed = await admin.patch(`/api/tenants/${id}`, { slug: 'other' })

    expect(changed.body).to.include({ slug, ...change })
    expect(fixed.status).to.equal(422)
  })

  it('keep backups of decommissioned devices for at least a day', async () => {
    const none = { decommissioned_retention_days: 0 }
    const { id } = await service.hasTenant()

    const made = await admin.post('/api/tenants', { slug: 'in-a-hurry', name: 'In a hurry', ...none })
    const changed = await admin.patch(`/api/tenants/${id}`, none)

    for (const { status, body } of [made, changed]) {
      expect([status, body.errors[0].path]).to.deep.equal([422, 'decommissioned_retention_days'])
    }
  })

  it('are listed by slug in pages, and searched by slug and name', async () => {
    for (const slug of ['zz-c', 'zz-a', 'zz-b']) await service.hasTenant(slug)

    const first = await admin.get('/api/tenants?q=ZZ-&limit=2')
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    const second = await admin.get(next.replace(service.url, ''))

    const slugs = [...first.body, ...second.body].map(({ slug }: Tenant) => slug)
    expect(slugs).to.deep.equal(['zz-a', 'zz-b', 'zz-c'])
  })

  it('see only themselves', async () => {
    const own = await service.hasTenant()
    const other = await service.hasTenant()
    const client = await own.as('tenant_admin')

    const list = await client.get('/api/tenants')
    const theirs = await client.get(`/api/tenants/${other.id}`)

    expect(list.body.map(({ id }: Tenant) => id)).to.deep.equal([own.id])
    expect(theirs.status).to.equal(404)
    expect(must(await client.get(`/api/tenants/${own.id}`), 200).slug).to.equal(own.slug)
  })
})
