import { expect } from 'chai'
import { inScope } from '../../../service/store/scope.ts'
import { aDocument } from '../../support/platform-documents.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  must,
  startTestService,
} from '../../support/service.ts'

const documents = '/api/platforms/documents'

describe('platform documents', () => {
  let service: TestService
  let platformAdmin: Client
  let acme: Customer
  let other: Customer
  let admin: Client
  let ids = 0
  before(async () => {
    service = await startTestService()
    platformAdmin = await service.as('platform_admin')
    acme = await service.hasTenant()
    other = await service.hasTenant()
    admin = await acme.as('tenant_admin')
  })
  after(() => service.close())

  const newId = () => `acme_${++ids}`
  const hasDocument = async (client: Client, id: string, more = '') =>
    must(await client.post(documents, { source: aDocument(id, more).source }), 201)
  const auditOf = (answer: Answer) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit')
        .where({ request_id: answer.headers.get('x-request-id') })
        .first(),
    )

  it('are stored as drafts with their source, and keep each version', async () => {
    const id = newId()
    const created = must(await admin.post(documents, { source: aDocument(id).source, note: 'first' }), 201)
    const changed = `${aDocument(id).source}compare: { ignored: ['^! Last .*'] }\n`
    const updated = must(await admin.patch(`${documents}/${created.id}`, { source: changed }), 200)
    const again = must(await admin.patch(`${documents}/${created.id}`, { source: changed }), 200)
    const versions = must(await admin.get(`${documents}/${created.id}/versions`), 200)
    const difference = must(await admin.get(`${documents}/${created.id}/diff?from=1&to=2`), 200)

    expect(created).to.deep.include({ tenant_id: acme.id, platform: id, status: 'draft', active_version: null })
    expect(created.version).to.deep.include({ number: 1, note: 'first', source: aDocument(id).source })
    expect([updated.version.number, again.version.number]).to.deep.equal([2, 2])
    expect(versions.map((one: { number: number; source: string }) => [one.number, one.source])).to.deep.equal([
      [2, changed],
      [1, aDocument(id).source],
    ])
    expect(difference).to.deep.include({ from: 1, to: 2, added: 1, removed: 0, truncated: false })
    expect(difference.unified).to.include("+compare: { ignored: ['^! Last .*'] }")
  })

  it('are draft, tested, active and retired, and a retired one can be activated again', async () => {
    const { id } = await hasDocument(admin, newId())
    const states: [string, number | null][] = []
    for (const [step, body] of [
      ['tested', { version: 1 }],
      ['activate', { version: 1 }],
      ['retire', undefined],
      ['activate', { version: 1 }],
    ] as const) {
      const { status, active_version: active } = must(await admin.post(`${documents}/${id}/${step}`, body), 200)
      states.push([status, active])
    }

    expect(states).to.deep.equal([
      ['tested', null],
      ['active', 1],
      ['retired', 1],
      ['active', 1],
    ])
  })

  it('are rejected with line and column of each error, when added and when changed', async () => {
    const id = newId()
    const { id: document } = await hasDocument(admin, id)
    const source = aDocument(id).source.replace('vendor', 'vendr')

    for (const answer of [
      await admin.post(documents, { source: source.replace(id, newId()) }),
      await admin.patch(`${documents}/${document}`, { source }),
    ]) {
      expect(answer.status).to.equal(422)
      expect(answer.body).to.deep.include({ code: 'platform_document_invalid' })
      expect(answer.body.document_errors[0]).to.deep.include({ line: 4, column: 1, code: 'document_key_unknown' })
    }
    expect(must(await admin.get(`${documents}/${document}`), 200).version.number).to.equal(1)
  })

  it('keep the id of their platform, which is unique for a tenant', async () => {
    const ofAll = newId()
    const own = newId()
    await hasDocument(platformAdmin, ofAll)
    const { id } = await hasDocument(admin, own)
    const ofOther = await other.as('tenant_admin')

    const renamed = await admin.patch(`${documents}/${id}`, { source: aDocument(newId()).source })
    const refused = [
      await admin.post(documents, { source: aDocument(own).source }),
      await admin.post(documents, { source: aDocument(ofAll).source }),
      await platformAdmin.post(documents, { source: aDocument(own).source }),
    ]

    expect(renamed).to.deep.include({ status: 422 })
    expect(renamed.body.code).to.equal('platform_id_fixed')
    expect(refused.map(({ body }) => body.code)).to.deep.equal(Array(3).fill('platform_taken'))
    expect((await hasDocument(ofOther, own)).tenant_id).to.equal(other.id)
  })

  it('are added once by concurrent requests', async () => {
    const { source } = aDocument(newId())

    const answers = await Promise.all([admin, platformAdmin, admin].map((client) => client.post(documents, { source })))

    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409])
  })

  describe('of the platform level', () => {
    it('are read by all tenants once active, and changed only by a platform administrator', async () => {
      const { id, platform } = await hasDocument(platformAdmin, newId())
      const draft = await admin.get(`${documents}/${id}`)
      must(await platformAdmin.post(`${documents}/${id}/activate`, { version: 1 }), 200)
      const operator = await service.as('platform_operator')
      const source = `${aDocument(platform).source}# changed\n`

      const listed = must(await admin.get(`${documents}?platform=${platform}`), 200)
      const asTenant = [
        await admin.patch(`${documents}/${id}`, { source }),
        await admin.delete(`${documents}/${id}`),
        await admin.post(`${documents}/${id}/activate`, { version: 1 }),
        await admin.post(`${documents}/${id}/tested`, { version: 1 }),
        await admin.post(`${documents}/${id}/retire`),
      ]
      const asOperator = await operator.patch(`${documents}/${id}`, { source })
      const ofTenant = await platformAdmin.patch(`${documents}/${id}?tenant=${acme.id}`, { source })

      expect(draft.status).to.equal(404)
      expect(listed).to.have.length(1)
      expect(listed[0]).to.deep.include({ id, tenant_id: null, status: 'active' })
      for (const answer of [...asTenant, asOperator]) {
        expect(answer.status).to.equal(403)
        expect(answer.body.missing).to.equal('tenant:manage')
      }
      expect(ofTenant.status).to.equal(404)
      expect(must(await platformAdmin.patch(`${documents}/${id}`, { source }), 200).version.number).to.equal(2)
    })

    it('cannot be added by a tenant user', async () => {
      const made = await hasDocument(admin, newId())
      const operator = await service.as('platform_operator')

      const refused = await operator.post(documents, { source: aDocument(newId()).source })

      expect(made.tenant_id).to.equal(acme.id)
      expect(refused.status).to.equal(403)
      expect(refused.body.missing).to.equal('tenant:manage')
    })
  })

  it('keep a display verb that a platform administrator allowed, which is audited', async () => {
    const id = newId()
    const text = aDocument(id).source
    const denied = await admin.post(documents, { source: `${text}allow: [peek]\n` })
    const made = must(await admin.post(documents, { source: text }), 201)
    const allowed = await platformAdmin.patch(`${documents}/${made.id}`, { source: `${text}allow: [peek]\n` })
    const kept = await admin.patch(`${documents}/${made.id}`, { source: `${text}allow: [peek]\n# kept\n` })
    const further = await admin.patch(`${documents}/${made.id}`, { source: `${text}allow: [peek, look]\n` })

    expect(denied.body.document_errors.map(({ code }: { code: string }) => code)).to.deep.equal([
      'document_allow_denied',
    ])
    expect([allowed.status, kept.status, further.status]).to.deep.equal([200, 200, 422])
    const record = await auditOf(allowed)
    expect(record).to.deep.include({ action: 'platform.update', tenant_id: acme.id, cross_tenant: true })
    expect(record.detail).to.deep.include({ allowed: ['peek'], no_longer_allowed: [], changed: ['allow'] })
    expect(record.detail.from.version).to.equal(1)
    expect(record.detail.to.version).to.equal(2)
    expect((await auditOf(kept)).detail).to.deep.include({ allowed: [], no_longer_allowed: [] })
  })

  it('are deleted only before their first activation, and retired only after it', async () => {
    const { id, platform } = await hasDocument(admin, newId())
    const early = await admin.post(`${documents}/${id}/retire`)
    must(await admin.post(`${documents}/${id}/activate`, { version: 1 }), 200)
    const late = await admin.delete(`${documents}/${id}`)
    const draft = await hasDocument(admin, newId())
    const deleted = await admin.delete(`${documents}/${draft.id}`)

    expect([early.status, early.body.code]).to.deep.equal([409, 'platform_not_activated'])
    expect([late.status, late.body.code]).to.deep.equal([409, 'platform_document_used'])
    expect(deleted.status).to.equal(204)
    expect((await admin.get(`${documents}/${draft.id}`)).status).to.equal(404)
    expect(must(await admin.get(`${documents}?platform=${platform}`), 200)).to.have.length(1)
  })

  it('are not found in an unknown version', async () => {
    const { id } = await hasDocument(admin, newId())

    for (const answer of [
      await admin.post(`${documents}/${id}/activate`, { version: 2 }),
      await admin.post(`${documents}/${id}/tested`, { version: 2 }),
      await admin.get(`${documents}/${id}/diff?from=1&to=2`),
    ])
      expect(answer.status).to.equal(404)
  })

  it('are listed in pages', async () => {
    const customer = await service.hasTenant()
    const client = await customer.as('tenant_admin')
    const made = [newId(), newId(), newId()]
    for (const id of made) await hasDocument(client, id)
    const listed: string[] = []
    let next: string | null = `${documents}?limit=2`
    while (next) {
      const answer: Answer = await client.get(next)
      listed.push(...must(answer, 200).map(({ platform }: { platform: string }) => platform))
      next = /<([^>]+)>/.exec(answer.headers.get('link') ?? '')?.[1] ?? null
    }

    expect(listed.filter((id) => made.includes(id))).to.deep.equal([...made].sort())
    expect(listed).to.deep.equal([...listed].sort())
  })

  it('report each change as an event', async () => {
    const { id, platform } = await hasDocument(admin, newId())
    must(await admin.post(`${documents}/${id}/activate`, { version: 1 }), 200)

    const events = await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: acme.id }, (trx) =>
      trx('events').where({ type: 'platform.changed' }).orderBy('id'),
    )

    const own = events.filter(({ data }) => data.document_id === id).map(({ data }) => [data.platform, data.change])
    expect(own).to.deep.equal([
      [platform, 'created'],
      [platform, 'activated'],
    ])
  })

  it('get a higher revision only when their comparison changes', async () => {
    const id = newId()
    const text = aDocument(id).source
    const { id: document } = await hasDocument(admin, id)
    for (const more of ['# a\n', "compare: { ignored: ['^!a'] }\n", "compare: { ignored: ['^!b'] }\n", '# b\n'])
      must(await admin.patch(`${documents}/${document}`, { source: text + more }), 200)

    const rows = await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: acme.id }, (trx) =>
      trx('platform_document_versions').where({ document_id: document }).orderBy('number'),
    )

    const [first, ...later] = rows.map((row) => row.document.revision as number)
    expect(later.map((revision) => revision - (first ?? 0))).to.deep.equal([0, 1, 2, 3])
  })
})
