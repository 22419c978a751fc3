import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { shippedDocuments } from '../../../shared/platforms/documents/shipped-documents.ts'
import { platforms } from '../../../shared/platforms/registry.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

describe('platforms', () => {
  let service: TestService
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())

  it('are those of the registry, with the data that a form needs', async () => {
    const reader = await (await service.hasTenant()).as('tenant_readonly')

    const listed = must(await reader.get('/api/platforms'), 200)

    expect(listed.map((one: { id: string }) => one.id)).to.deep.equal(platforms.map(({ id }) => id))
    for (const platform of listed) {
      expect(platform.transports).to.include(platform.preferred)
      expect(platform.artifacts).not.to.be.empty
      expect(() => new Ajv2020().compile(platform.options_schema)).not.to.throw()
    }
    expect(listed.find((one: { id: string }) => one.id === 'linux_server')).to.deep.include({
      transports: ['ssh'],
      artifacts: [{ key: 'filetree', kind: 'blob', transports: ['ssh'], restorable_over: [] }],
    })
  })

  it('have a JSON Schema for documents, which accepts the built-in ones', async () => {
    const reader = await (await service.hasTenant()).as('tenant_readonly')

    const schema = must(await reader.get('/api/platforms/schema'), 200)

    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { 'linear-pattern': true } })
    const isDocument = ajv.compile(schema)
    for (const document of shippedDocuments) expect(isDocument(document), document.id).to.equal(true)
    expect(isDocument({ ...shippedDocuments[0], surprise: 1 })).to.equal(false)
  })

  describe('from definitions of other products', () => {
    const names = { from: 'scrapli', id: 'acme_imported', name: 'Acme', vendor: 'Acme' }
    const source = "default_mode: exec\nmodes:\n  - name: exec\n    prompt_pattern: '^[a-z]+[#>]$'\nfuture_key: 1\n"

    it('become a draft that can be stored, with a report of each part', async () => {
      const admin = await (await service.hasTenant()).as('tenant_admin')

      const draft = must(await admin.post('/api/platforms/import', { ...names, source }), 200)
      const stored = must(await admin.post('/api/platforms/documents', { source: draft.source }), 201)

      expect(draft.errors).to.deep.equal([])
      expect(
        draft.report.map(({ line, part, outcome, code }: Record<string, unknown>) => [line, part, outcome, code]),
      ).to.deep.equal([
        [1, 'mode', 'carried', 'definition_carried'],
        [3, 'mode', 'carried', 'definition_carried'],
        [4, 'prompt', 'carried', 'definition_carried'],
        [5, 'other', 'lost', 'definition_key_unknown'],
        [null, 'other', 'assumed', 'definition_assumed'],
      ])
      expect(stored).to.deep.include({ platform: 'acme_imported', status: 'draft' })
      const [record] = must(await admin.get('/api/audit?action=platform.import'), 200)
      expect(record.detail).to.deep.include({ platform: 'acme_imported', from: 'scrapli', parts: 5, lost: 1 })
    })

    it('of Ruby are read without running it', async () => {
      const admin = await (await service.hasTenant()).as('tenant_admin')
      const model = "class AcmeOS < Oxidized::Model\n  prompt /^acme#$/\n  cmd 'show run'\n  exit 1\nend\n"
      const request = { ...names, from: 'oxidized', id: 'acme_ruby' }

      const draft = must(await admin.post('/api/platforms/import', { ...request, source: model }), 200)
      const refused = await admin.post('/api/platforms/import', { ...request, source: 'class Acme' })

      const lost = draft.report.filter(({ outcome }: { outcome: string }) => outcome === 'lost')
      expect(lost.map(({ line, code }: { line: number; code: string }) => [line, code])).to.deep.equal([
        [4, 'definition_code_not_read'],
      ])
      expect([refused.status, refused.body.code]).to.deep.equal([422, 'platform_definition_invalid'])
    })

    it('name what prevents storing the draft', async () => {
      const admin = await (await service.hasTenant()).as('tenant_admin')

      const draft = must(await admin.post('/api/platforms/import', { ...names, id: 'arista_eos', source }), 200)

      expect(draft.errors.map(({ code }: { code: string }) => code)).to.deep.equal(['document_id_taken'])
    })

    for (const [what, text, code, line, column] of [
      ['no YAML', 'modes: [', 'document_yaml_invalid', 1, 9],
      ['an alias', 'default_mode: &a x\nmodes: [*a]\n', 'document_alias', 1, 18],
      ['no modes', 'default_mode: exec\n', 'document_key_missing', 1, 1],
      ['a mode without a prompt', 'default_mode: x\nmodes:\n  - name: x\n', 'document_key_missing', 3, 5],
      ['a text in place of modes', 'default_mode: x\nmodes: none\n', 'document_value_invalid', 2, 8],
      ['too many bytes', `# ${'x'.repeat(70_000)}\n`, 'document_too_large', 1, 1],
      ['too many levels', `default_mode: ${'['.repeat(200)}${']'.repeat(200)}\n`, 'document_too_deep', 1, 27],
    ] as const)
      it(`are refused with line and column if they have ${what}`, async () => {
        const admin = await (await service.hasTenant()).as('tenant_admin')

        const { status, body } = await admin.post('/api/platforms/import', { ...names, source: text })

        expect([status, body.code]).to.deep.equal([422, 'platform_definition_invalid'])
        const [error] = body.document_errors
        expect([error.code, error.line, error.column]).to.deep.equal([code, line, column])
      })

    it('are refused for a role that cannot change documents', async () => {
      const reader = await (await service.hasTenant()).as('tenant_readonly')

      const { status } = await reader.post('/api/platforms/import', { ...names, source })

      expect(status).to.equal(403)
    })
  })

  describe('as checked documents', () => {
    const source = [
      'coffer: 1',
      'id: acme_switch',
      'name: Acme Switch',
      'vendor: Acme',
      'extends: cisco_like',
      'evidence: { level: modelled }',
      '',
    ].join('\n')

    it('are described if valid', async () => {
      const admin = await (await service.hasTenant()).as('tenant_admin')

      const checked = must(await admin.post('/api/platforms/check', { source }), 200)

      expect(checked.errors).to.deep.equal([])
      expect(checked.platform).to.deep.include({ id: 'acme_switch', vendor: 'Acme', transports: ['ssh'] })
    })

    it('have errors with line, column, code and text', async () => {
      const admin = await (await service.hasTenant()).as('tenant_admin')
      const body = JSON.stringify({ source: source.replace('vendor', 'vendr') })

      const headers = { 'content-type': 'application/json', 'accept-language': 'fr' }
      const checked = must(await admin.send('POST', '/api/platforms/check', body, headers), 200)

      expect(checked.platform).to.equal(null)
      expect(checked.errors[0]).to.deep.include({ line: 4, column: 1, path: 'vendr', code: 'document_key_unknown' })
      expect(checked.errors[0].params).to.deep.equal({ key: 'vendr' })
      expect(checked.errors[0].message).to.include('La clé vendr')
    })

    for (const [what, change, code, line] of [
      ['the id of a platform of the product', ['acme_switch', 'netco_iosxe'], 'document_id_taken', 2],
      ['a document that is only extended', ['vendor: Acme', 'base: true'], 'document_base_not_stored', 4],
      [
        'an API port of its own',
        [
          'extends: cisco_like',
          "api: { port: 8443, login: basic, check: { path: /a }, requests: { b: { path: /b, last: '^c$' } } }",
        ],
        'document_port_fixed',
        5,
      ],
    ] as const)
      it(`are rejected for ${what}`, async () => {
        const admin = await service.as('platform_admin')

        const text = source.replace(change[0], () => change[1])
        const checked = must(await admin.post('/api/platforms/check', { source: text }), 200)

        expect(checked.errors.map((one: { code: string; line: number }) => [one.code, one.line])).to.deep.include([
          code,
          line,
        ])
      })

    it('add display verbs only for a platform administrator, and denied verbs for no role', async () => {
      const roles = ['tenant_admin', 'platform_operator', 'platform_admin'] as const
      const customer = await service.hasTenant()
      const codes: Record<string, string[][]> = {}
      for (const role of roles) {
        const client = await service.as(role, customer)
        for (const verb of ['peek', 'configure']) {
          const text = `${source}allow: [${verb}]\n`
          const checked = must(await client.post('/api/platforms/check', { source: text }), 200)
          codes[role] = [...(codes[role] ?? []), checked.errors.map((one: { code: string }) => one.code)]
        }
      }

      const denied = ['document_allow_denied', 'document_verb_denied']
      expect(codes).to.deep.equal({
        tenant_admin: [['document_allow_denied'], denied],
        platform_operator: [['document_allow_denied'], denied],
        platform_admin: [[], ['document_verb_denied']],
      })
    })

    it('are rejected in a worker thread if hostile, without blocking the service', async () => {
      const admin = await (await service.hasTenant()).as('tenant_admin')
      const hostile = `${source}allow: [${'a,'.repeat(30_000)}]\n`

      const [checked, listed] = await Promise.all([
        admin.post('/api/platforms/check', { source: hostile }),
        admin.get('/api/platforms'),
      ])

      expect(listed.status).to.equal(200)
      expect(must(checked, 200).errors).to.have.length(20)
    })
  })

  it('are hidden from unauthenticated clients', async () => {
    expect((await service.anonymous.get('/api/platforms')).status).to.equal(401)
  })
})
