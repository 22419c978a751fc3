import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { bootstrap } from '../../../service/commands/bootstrap.ts'
import { type Settings, readSettings } from '../../../service/settings.ts'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { startupOf } from '../../support/startup-code.ts'
import { failureOf } from '../../support/failure-of.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

describe('bootstrap', () => {
  let first: TestService
  let second: TestService
  let lines: string[]
  let folder: string
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  before(async () => {
    first = await startTestService()
    second = await startTestService()
    folder = path.join(second.dependencies.settings.dataDirectory, 'bootstrap')
    fs.mkdirSync(folder)
    for (const slug of ['acme', 'brussels']) await fill(slug)
  })
  beforeEach(() => {
    lines = []
  })
  after(async () => {
    await first.close()
    await second.close()
  })

  async function fill(slug: string) {
    const admin = await first.as('platform_admin')
    const customer = await first.hasTenant(slug)
    const whose = `tenant=${customer.id}`
    const { id: agent } = await customer.hasAgent({ slug: 'west', name: 'West' })
    await customer.hasDevice({ name: 'core-1', site: 'lyon', schedule: '0 2 * * *', agent_ids: [agent] })
    await customer.hasDevice({ name: 'edge-1', tags: ['edge'] })
    const blackouts = [{ name: 'by day', days: ['mon'], from: '08:00', to: '18:00' }]
    must(await admin.put(`/api/retention/customer?${whose}`, { keep_last: 5 }), 200)
    const limits = { second_factor_required: true, allowed_networks: ['192.0.2.0/24'] }
    must(await admin.patch(`/api/tenants/${customer.id}`, limits), 200)
    must(await admin.put(`/api/trust/posture/customer?${whose}`, { trust_posture: 'strict' }), 200)
    must(await admin.put(`/api/blackouts/customer?${whose}`, { blackouts }), 200)
    must(await admin.put(`/api/blackouts/site?site=lyon&${whose}`, { blackouts }), 200)
  }

  const exported = async (service: TestService) =>
    must(await (await service.as('platform_admin')).get('/api/tenants/export?with_devices=true'), 200)

  const minimal = { format: 'coffer-inventory', version: 1, customer: { slug: 'new', name: 'New' }, devices: [] }

  function settingsOn({ url, ownerUrl }: TestDatabase): Settings {
    return readSettings({
      BKP_DATABASE_URL: url,
      BKP_DATABASE_OWNER_URL: ownerUrl,
      BKP_MASTER_KEY: Buffer.from(second.dependencies.masterKey).toString('base64'),
      BKP_DATA_DIR: second.dependencies.settings.dataDirectory,
    })
  }

  function run(document: unknown, tokens?: string, settings = settingsOn(second.db)) {
    const file = path.join(folder, 'document.json')
    fs.writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document))
    return bootstrap(settings, { file, tokens }, log)
  }

  it('recreates an installation from an export of all customers, with a token for each agent', async () => {
    const document = await exported(first)
    const tokens = path.join(folder, 'tokens')

    await run(document, tokens)

    const admin = await second.as('platform_admin')
    const agents = must(await admin.get('/api/agents'), 200)
    expect(await exported(second)).to.deep.equal(document)
    expect(agents.map(({ slug, status }: Record<string, string>) => [slug, status])).to.deep.equal([
      ['west', 'pending'],
      ['west', 'pending'],
    ])
    const files = ['acme/west.token', 'brussels/west.token']
    expect(fs.globSync('*/*', { cwd: tokens }).sort()).to.deep.equal(files)
    for (const name of files) {
      const file = path.join(tokens, name)
      expect(fs.statSync(file).mode & 0o777).to.equal(0o600)
      expect(lines.join()).to.not.include(fs.readFileSync(file, 'utf8').trim())
    }
  })

  it('can be repeated, and changes nothing that exists', async () => {
    const document = await exported(second)
    const tokens = path.join(folder, 'no-tokens')

    await run(document, tokens)

    expect(await exported(second)).to.deep.equal(document)
    expect(fs.readdirSync(tokens)).to.deep.equal([])
    expect(lines).to.deep.equal([
      'acme: 0 devices added, 0 changed, 2 unchanged',
      'brussels: 0 devices added, 0 changed, 2 unchanged',
    ])
  })

  it('lists existing devices that were changed to match the document', async () => {
    const devices = [{ name: 'edge-1', tags: ['edge', 'lab'] }]

    await run({ format: 'coffer-inventory', version: 1, customer: { slug: 'acme', name: 'Acme' }, devices })

    expect(lines).to.deep.equal([
      'acme: edge-1: changed to match the document: tags',
      'acme: 0 devices added, 1 changed, 0 unchanged',
    ])
  })

  it('creates no agent whose token cannot be written, and keeps existing tokens', async () => {
    const tokens = path.join(folder, 'taken')
    fs.mkdirSync(path.join(tokens, 'acme'), { recursive: true })
    const there = path.join(tokens, 'acme', 'east.token')
    fs.writeFileSync(there, 'of another installation')
    const agents = [{ slug: 'east', name: 'East', lab_mode: false }]
    const document = { format: 'coffer-inventory', version: 1, customer: { slug: 'acme', name: 'Acme', agents } }

    const failure = await failureOf(run(document, tokens))
    const [said, before] = [lines[0], fs.readFileSync(there, 'utf8')]
    fs.rmSync(there)
    await run(document, tokens)

    expect(startupOf(failure).params).to.deep.equal({ rejected: 0, skipped: ['agent east of acme'] })
    expect(said).to.match(/^agent east of acme: .*east\.token/)
    expect(before).to.equal('of another installation')
    expect(fs.readFileSync(there, 'utf8')).to.match(/^\S{40,}\n$/)
  })

  it('deletes the token of a rejected agent, and continues with the next customer', async () => {
    const tokens = path.join(folder, 'refused')
    const agents = [{ slug: 'other', name: 'West', lab_mode: false }] // the name exists already
    const device = { name: 'late-1', hostname: '192.0.2.9', platform: 'netco_iosxe' }
    const customers = [
      { slug: 'acme', name: 'Acme', agents },
      { slug: 'brussels', name: 'Brussels', devices: [device] },
    ]

    const failure = await failureOf(run({ format: 'coffer-inventory', version: 1, customers }, tokens))

    expect(startupOf(failure).params).to.deep.equal({ rejected: 0, skipped: ['agent other of acme'] })
    expect(lines).to.deep.equal([
      'agent other of acme: Another agent of this customer already has this name. Choose another one.',
      'acme: 0 devices added, 0 changed, 0 unchanged',
      `brussels: the document: ${render(message('import_unscheduled', { count: 1 }), 'en')}`,
      `brussels: the document: ${render(message('import_no_agent'), 'en')}`,
      'brussels: 1 devices added, 0 changed, 0 unchanged',
    ])
    expect(fs.globSync('*/*', { cwd: tokens })).to.deep.equal([])
  })

  it('reports the master key that it created before using it', async () => {
    const db = await freshDatabase()
    const dataDirectory = path.join(folder, 'first')

    await run(minimal, undefined, { ...settingsOn(db), masterKey: null, dataDirectory })
    await db.drop()

    const key = path.join(dataDirectory, 'master-key')
    expect(lines[0]).to.equal(`made a master key: back up ${key}; without it no backup can be read`)
    expect(fs.statSync(key).mode & 0o777).to.equal(0o600)
  })

  it('creates no customer while the store does not match the database', async () => {
    const dataDirectory = path.join(folder, 'not-mounted')
    const elsewhere = { ...settingsOn(second.db), dataDirectory }

    const away = await failureOf(run(minimal, undefined, elsewhere))
    fs.mkdirSync(path.join(dataDirectory, 'objects'))
    fs.writeFileSync(path.join(dataDirectory, 'objects', '.coffer-object-store'), '')
    fs.mkdirSync(path.join(dataDirectory, 'objects', '.incoming'))
    const other = await failureOf(run(minimal, undefined, elsewhere))

    expect(startupOf(away).code).to.equal('bootstrap_interrupted')
    expect(startupOf(other).code).to.equal('store_content_missing')
    expect(fs.readdirSync(path.join(dataDirectory, 'objects'))).to.not.include('tenants')
  })

  it('accepts what it can of a hand-written document, and names each rejected device', async () => {
    const device = { name: 'a', hostname: '192.0.2.1', platform: 'netco_iosxe' }
    const customer = { slug: 'hand', name: 'By hand', agents: [{ slug: 'one', name: 'One', lab: 1 }], retenton: {} }
    const devices = [device, { ...device, name: 'b', platform: 'nonsense' }]

    const failure = await failureOf(run({ format: 'coffer-inventory', version: 1, customer, devices }))

    expect(startupOf(failure)).to.deep.equal(message('bootstrap_devices_rejected', { rejected: 1 }))
    expect(lines[0]).to.equal('hand: the document: A customer has no field retenton. It was ignored.')
    expect(lines[1]).to.equal('hand: the document: An agent has no field lab. It was ignored.')
    expect(lines[2]).to.equal('customer hand created')
    expect(lines[3]).to.equal('agent one of hand created')
    expect(lines[4]).to.match(/^hand: b: platform: must be one of: /)
    expect(lines[5]).to.equal(`hand: the document: ${render(message('import_unscheduled', { count: 1 }), 'en')}`)
    expect(lines[6]).to.equal(`hand: the document: ${render(message('import_no_agent'), 'en')}`)
    expect(lines[7]).to.equal('hand: 1 devices added, 0 changed, 0 unchanged')
  })

  it('creates nothing from an invalid document, and reports the reason', async () => {
    const before = await exported(second)
    const customer = { slug: 'Bad Slug', name: 'x' }
    const blackouts = [{ name: 'half', days: ['mon'] }]
    const agents = [{ slug: 'a', name: ' ', lab_mode: false }]
    const odd = { slug: 'odd', name: 'O\u0000', decommissioned_retention_days: 0, agents }

    const words = [
      await failureOf(run('{')),
      await failureOf(run({ format: 'else' })),
      await failureOf(run({ format: 'coffer-inventory', version: 1, customer, devices: [] })),
      await failureOf(run({ format: 'coffer-inventory', customers: [{ slug: 'half', name: 'Half', blackouts }] })),
      await failureOf(run({ format: 'coffer-inventory', version: 1, customers: [null] })),
      await failureOf(run({ format: 'coffer-inventory', version: 1, customers: [{ ...odd, devices: {} }] })),
      await failureOf(run({ format: 'coffer-inventory', version: 1, customers: [odd] })),
      await failureOf(run({ format: 'coffer-inventory', version: 2, customers: [customer] })),
      await failureOf(run({ format: 'coffer-inventory', version: 1, custmers: [customer] })),
      await failureOf(
        run({ format: 'coffer-inventory', customers: [{ slug: 'a', name: 'A', agents: [{ slug: 'a' }] }] }),
      ),
    ].map(startupOf)
    const reasons = words.map(({ params }) => params)

    expect(words.map(({ code }) => code)).to.deep.equal([
      'file_unreadable',
      'bootstrap_format_unknown',
      'bootstrap_customer_invalid',
      'bootstrap_incomplete',
      ...Array(3).fill('bootstrap_customer_invalid'),
      'bootstrap_version_unknown',
      'bootstrap_no_customers',
      'bootstrap_customer_invalid',
    ])
    expect(lines).to.deep.equal([
      'customer half: blackouts.0: must give either days, from and to, or starts_at and ends_at',
    ])
    expect(reasons[2]).to.include({ field: 'customer.slug' })
    expect(reasons[4]).to.deep.include({ field: 'customer', reason: message('wrong_type', { expected: 'object' }) })
    expect(reasons[5]).to.deep.include({
      field: 'customer.devices',
      reason: message('wrong_type', { expected: 'array' }),
    })
    expect(reasons[6]).to.deep.include({ field: 'customer.name', reason: message('text_not_plain') })
    expect(words[7]?.params).to.include({ version: '2' })
    expect(reasons[9]).to.deep.include({ field: 'customer.agents.0.name', reason: message('is_required') })
    expect(await exported(second)).to.deep.equal(before)
  })
})
