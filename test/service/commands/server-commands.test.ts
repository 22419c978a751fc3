import fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { expect } from 'chai'
import { pino } from 'pino'
import { createAdmin } from '../../../service/commands/create-admin.ts'
import { dump } from '../../../service/commands/dump.ts'
import { migrate } from '../../../service/commands/migrate.ts'
import { verify } from '../../../service/commands/verify.ts'
import { reachSharedServer } from '../../../service/database.ts'
import { type Settings, readSettings } from '../../../service/settings.ts'
import { lockExclusive } from '../../../service/store/installation-lock.ts'
import { migrations } from '../../../service/store/migrations/list.ts'
import { emptyDatabase, freshDatabase, testServer } from '../../support/database.ts'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { startupOf } from '../../support/startup-code.ts'
import { failureOf } from '../../support/failure-of.ts'
import { addTotp } from '../../support/second-factors.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'

const password = 'correct horse battery staple'

/** Beside a service with an external PostgreSQL. */
describe('the service commands', () => {
  let service: TestService
  let settings: Settings
  let admin: Client
  let lines: string[]
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  before(async () => {
    service = await startTestService()
    settings = settingsOn(service.db, service.dependencies.masterKey)
    admin = await service.as('platform_admin')
    await service.hasTenant()
  })
  beforeEach(() => {
    lines = []
  })
  after(() => service.close())

  function settingsOn(
    { url, ownerUrl }: { url: string; ownerUrl: string },
    masterKey: Buffer = randomBytes(32),
  ): Settings {
    return readSettings({
      BKP_DATABASE_URL: url,
      BKP_DATABASE_OWNER_URL: ownerUrl,
      BKP_MASTER_KEY: masterKey.toString('base64'),
      BKP_DATA_DIR: service.dependencies.settings.dataDirectory,
      BKP_LOG_LEVEL: 'silent',
    })
  }

  const logIn = (email: string) => service.anonymous.post('/api/auth/login', { email, password })
  const add = (email: string | undefined, replace = false, given = password) =>
    createAdmin(settings, { email, replace, askPassword: () => Promise.resolve(given) }, log)

  it('migrate creates the schema, lists its steps, and does nothing the second time', async () => {
    const db = await emptyDatabase()
    await migrate(settingsOn(db), log)
    await migrate(settingsOn(db), log)
    await db.drop()

    expect(lines).to.deep.equal([
      `database schema: ${migrations.map(({ name }) => name).join(', ')}`,
      'the schema already belongs to this version',
    ])
  })

  it('create-admin adds a user who can log in, and records it', async () => {
    await add('anna@example.net')

    const { token } = must(await logIn('anna@example.net'), 200)
    const [record] = must(await admin.get('/api/audit?action=user.create&limit=1'), 200)
    expect(token).to.be.a('string')
    expect(record.detail).to.deep.equal({ email: 'anna@example.net', role: 'platform_admin' })
    expect(lines).to.deep.equal(['anna@example.net can log in as platform_admin'])
    expect(lines.join()).to.not.include(password)
  })

  it('create-admin reactivates a user only with the option for it, and ends existing sessions', async () => {
    const [, before] = [await add('bert@example.net'), must(await logIn('bert@example.net'), 200)]
    const [bert] = must(await admin.get('/api/users'), 200).filter(({ email }: { email: string }) =>
      email.includes('bert'),
    )
    await addTotp(service, clientOf(service.url, before.token))
    must(await admin.patch(`/api/users/${bert.id}`, { role: 'platform_operator', disabled: true }), 200)

    const refused = await failureOf(add('Bert@example.net'))
    await add('Bert@example.net', true)

    const me = must(await logIn('bert@example.net'), 200)
    const old = await service.anonymous.send('GET', '/api/auth/me', undefined, {
      authorization: `Bearer ${before.token}`,
    })
    expect(startupOf(refused)).to.deep.equal(message('admin_exists', { email: 'Bert@example.net' }))
    expect(me.token).to.not.equal(before.token)
    expect(old.status).to.equal(401)
    const [again] = must(await admin.get('/api/users'), 200).filter(({ id }: { id: string }) => id === bert.id)
    expect(again).to.deep.include({ role: 'platform_admin', disabled: false, second_factors: [] })
  })

  it('create-admin stores the record of the revoked password directly, and verify reports a pending one', async () => {
    await add('gerd@example.net')
    const { dataDirectory } = settings
    const objects = path.join(dataDirectory, 'objects')
    const stored = () => fs.globSync('revocations/*/user/*/*', { cwd: objects }).length
    const before = stored()

    await add('gerd@example.net', true)
    const after = stored()
    fs.renameSync(objects, `${objects}.away`)
    await add('gerd@example.net', true, 'another long password')
    await failureOf(verify(settings, log))
    fs.renameSync(`${objects}.away`, objects)

    const waiting = lines.filter((line) => line.startsWith('revocations: '))
    const metrics = must(await admin.get('/metrics'), 200)
    expect(after).to.equal(before + 1)
    expect(lines).to.include('revocations are in force and wait for the object store')
    expect(waiting).to.have.lengthOf(1)
    expect(waiting[0]).to.match(
      /^revocations: 1 not written to the object store since 20.*: they are in effect, but restoring/,
    )
    expect(metrics).to.include('\ncoffer_revocations_waiting 1\n')
    await add('gerd@example.net', true)
    expect(must(await admin.get('/metrics'), 200)).to.include('\ncoffer_revocations_waiting 0\n')
  })

  it('create-admin reports in one line why it fails', async () => {
    const [customer] = must(await admin.get('/api/tenants'), 200)
    const person = { email: 'cora@example.net', name: 'Cora', role: 'tenant_admin', password }
    must(await admin.post(`/api/users?tenant=${customer.id}`, person), 201)
    const empty = await emptyDatabase()
    const nowhere = () =>
      createAdmin(
        settingsOn(empty),
        { email: 'a@example.net', replace: false, askPassword: () => Promise.resolve(password) },
        log,
      )

    const words = [
      await failureOf(add(undefined)),
      await failureOf(add('nobody')),
      await failureOf(add('dora@example.net', false, 'short')),
      await failureOf(add('dora@example.net', false, 'long'.repeat(300))),
      await failureOf(add('cora@example.net', true)),
      await failureOf(nowhere()),
    ].map((failure) => startupOf(failure))
    await empty.drop()

    expect(words).to.deep.equal([
      message('email_missing'),
      message('email_missing'),
      message('password_length', { length: 5, min: 15, max: 1024 }),
      message('password_length', { length: 1200, min: 15, max: 1024 }),
      message('admin_is_tenant_user', { email: 'cora@example.net' }),
      message('command_database_empty', { command: 'create-admin' }),
    ])
  })

  it('create-admin and verify create no key and no folder for a new database', async () => {
    const [db, dataDirectory] = [await freshDatabase(), path.join(settings.dataDirectory, 'not-yet')]
    const first = { ...settingsOn(db), masterKey: null, dataDirectory }

    await createAdmin(first, { email: 'a@example.net', replace: false, askPassword: async () => password }, log)
    const dumped = await failureOf(dump(first, path.join(settings.dataDirectory, 'never.dump'), log))
    await failureOf(verify(first, log))
    await db.drop()

    expect(lines[0]).to.equal('a@example.net can log in as platform_admin')
    const missing = render(message('master_key_not_created'), 'en')
    expect(lines).to.include(`master key: ${missing}`)
    expect(startupOf(dumped).code).to.equal('master_key_not_created')
    expect(fs.existsSync(dataDirectory)).to.equal(false)
  })

  it('create-admin excludes commands that change all keys, and waits for them', async () => {
    const { url } = service.db
    let refused: Error | undefined
    const askPassword = async () => {
      refused = await failureOf(lockExclusive(url, 'rewrap-keys'))
      return password
    }
    await createAdmin(settings, { email: 'emma@example.net', replace: false, askPassword }, log)
    const rewrapping = await lockExclusive(url, 'rewrap-keys')

    const late = await failureOf(add('fred@example.net'))
    await rewrapping.release()

    expect(startupOf(refused).code).to.equal('database_replicas_running')
    expect(startupOf(late).code).to.equal('database_command_running')
  })

  it('create-admin and verify do not change the database of another version', async () => {
    const db = await freshDatabase()
    await db.owner('migrations').insert({ name: '9999-later', position: migrations.length })
    const later = settingsOn(db)

    const added = await failureOf(
      createAdmin(later, { email: 'a@example.net', replace: false, askPassword: async () => password }, log),
    )
    const looked = await failureOf(verify(later, log))
    await db.drop()

    expect(startupOf(added)).to.deep.equal(message('schema_step_unknown', { step: '9999-later' }))
    expect((startupOf(looked).params as { checks: string[] }).checks).to.include('schema')
  })

  it('create-admin and verify are subject to row policies beside an embedded database', async () => {
    const { postgres } = await testServer()
    const embedded = { database: 'embedded', dataDirectory: path.dirname(postgres.folder) } as const

    const server = await reachSharedServer(embedded, log)
    const knex = server.connect('test', 1)
    const { rows } = await knex.raw(
      `select session_user, current_user, current_setting('is_superuser') as is_superuser`,
    )
    await knex.destroy()
    await server.stop()

    expect(rows).to.deep.equal([
      { session_user: 'coffer_service', current_user: 'coffer_service', is_superuser: 'off' },
    ])
  })

  it('verify creates no database if it is missing', async () => {
    const dataDirectory = path.join(settings.dataDirectory, 'not-yet')

    const failure = await failureOf(verify({ ...settings, database: 'embedded', dataDirectory }, log))

    expect(startupOf(failure)).to.deep.equal(message('database_not_created', { folder: dataDirectory }))
    expect(fs.existsSync(dataDirectory)).to.equal(false)
  })

  it('verify reports the state of each part beside the running service, without changes', async () => {
    const before = fs.readdirSync(settings.dataDirectory)

    await verify(settings, log)

    expect(lines.map((line) => line.split(':')[0])).to.deep.equal([
      'database',
      'schema',
      'isolation',
      'master key',
      'object store',
      'clock',
    ])
    expect(fs.readdirSync(settings.dataDirectory)).to.deep.equal(before)
  })

  it('verify names each fault and its reason', async () => {
    const empty = await emptyDatabase()
    await service.db.owner.raw('alter table pins no force row level security')
    const elsewhere = { ...settings, masterKey: randomBytes(32).toString('base64'), dataDirectory: '/nowhere' }

    const failure = await failureOf(verify(elsewhere, log))
    await service.db.owner.raw('alter table pins force row level security')
    const bare = await failureOf(verify(settingsOn(empty), log))
    await empty.drop()

    expect(startupOf(failure).params).to.deep.equal({ checks: ['isolation', 'master key', 'object store'] })
    expect(lines.find((line) => line.startsWith('isolation'))).to.match(/^isolation: .*pins/)
    expect((startupOf(bare).params as { checks: string[] }).checks[0]).to.equal('schema')
    expect(lines).to.include(`schema: ${render(message('schema_missing'), 'en')}`)
  })
})
