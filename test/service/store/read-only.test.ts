import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { printedCode } from '../../support/startup-code.ts'
import { pino } from 'pino'
import { verify } from '../../../service/commands/verify.ts'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { readSettings } from '../../../service/settings.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { type DatabaseUnavailable, asDatabaseUnavailable } from '../../../service/store/database-unavailable.ts'
import { bareEnvironment } from '../../support/bare-environment.ts'
import { superuserOf } from '../../support/database.ts'
import { failureOf } from '../../support/failure-of.ts'
import { anAgent } from '../../support/fake-agent.ts'
import { type Client, type TestService, startTestService } from '../../support/service.ts'

/** As after a failover to a standby: sessions that start during it stay read-only. */
describe('a read-only database', () => {
  let service: TestService
  let admin: Client
  let lines: { level: number; msg: string; err?: unknown }[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })

  beforeEach(async () => {
    service = await startTestService({ log })
    admin = await service.as('platform_admin')
    lines = []
  })
  afterEach(() => service.close())

  async function setReadOnly(isReadOnly: boolean) {
    const superuser = createKnex(await superuserOf(service.db), { application: 'test superuser', poolMax: 1 })
    await superuser.raw('set default_transaction_read_only = off')
    const { rows } = await superuser.raw('select current_database() as name')
    await superuser.raw(`alter database ?? ${isReadOnly ? 'set default_transaction_read_only = on' : 'reset all'}`, [
      rows[0].name,
    ])
    if (isReadOnly)
      await superuser.raw(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    await superuser.destroy()
    if (isReadOnly) while ((await service.anonymous.get('/ready')).body.database !== 'is read-only');
  }

  const addTenant = (slug: string) => admin.post('/api/tenants', { slug, name: slug })

  it('is reported to users as unavailable, with its cause, and the replica is not ready', async () => {
    await setReadOnly(true)

    const refused = await addTenant('acme')
    const ready = await service.anonymous.get('/ready')

    expect([refused.status, refused.body.code, refused.body.cause]).to.deep.equal([
      503,
      'database_unavailable',
      'database_read_only',
    ])
    expect(refused.headers.get('retry-after')).to.equal('5')
    expect([ready.status, ready.body.status, ready.body.database]).to.deep.equal([503, 'not_ready', 'is read-only'])
  })

  it('is reported to agents as unavailable', async () => {
    const agent = await anAgent(service, await service.hasTenant())
    await setReadOnly(true)

    const { status, body } = await agent.send('POST', '/api/agent/heartbeats', { leases: [], dropped: [] })

    expect([status, body.code]).to.deep.equal([503, 'database_unavailable'])
  })

  it('is logged once, without a statement, for any number of requests', async () => {
    await setReadOnly(true)
    lines = []

    for (let request = 0; request < 20; request += 1) await addTenant(`acme-${request}`)

    const grave = lines.filter(({ level }) => level >= 40)
    expect(grave.map(({ msg }) => msg)).to.deep.equal([render(message('database_read_only'), 'en')])
    expect(JSON.stringify(lines)).to.not.match(/insert into|set_config|select /i)
  })

  it('is replaced by the new primary once one responds: old connections are closed', async () => {
    await setReadOnly(true)
    await addTenant('acme')
    await setReadOnly(false)
    await new Promise((resolve) => setTimeout(resolve, 1_100)) // a pool is renewed once a second

    await addTenant('acme')
    const added = await addTenant('acme')
    const ready = await service.anonymous.get('/ready')

    expect(added.status).to.be.oneOf([201, 409]) // the first of the two may have used a new connection already
    expect([ready.status, ready.body.database]).to.deep.equal([200, 'answers'])
  })

  it('is reported by verify', async () => {
    await setReadOnly(true)
    const settings = readSettings({
      BKP_DATABASE_URL: service.db.url,
      BKP_DATABASE_OWNER_URL: service.db.ownerUrl,
      BKP_MASTER_KEY: service.dependencies.masterKey.toString('base64'),
      BKP_DATA_DIR: service.dependencies.settings.dataDirectory,
    })
    lines = []

    const failure = await failureOf(verify(settings, log))

    expect(failure).to.have.nested.property('startup.params.checks').that.includes('database')
    expect(lines.map(({ msg }) => msg).join('\n')).to.match(/database: The database is read-only/)
  })

  it('ends the start of a replica in one line', async () => {
    await setReadOnly(true)
    const environment = {
      ...bareEnvironment(),
      BKP_DATABASE_URL: service.db.url,
      BKP_DATABASE_OWNER_URL: service.db.ownerUrl,
      BKP_MASTER_KEY: service.dependencies.masterKey.toString('base64'),
      BKP_DATA_DIR: service.dependencies.settings.dataDirectory,
      BKP_PORT: '0',
    }

    const { code, stderr, stdout } = await failureOf<Error & { code: number; stderr: string; stdout: string }>(
      promisify(execFile)(process.execPath, ['service/main.ts', 'start'], { env: environment }),
    )

    expect([code, JSON.parse(stdout).code, printedCode(stderr)]).to.deep.equal([
      1,
      'database_read_only',
      'database_read_only',
    ])
  })

  it('is reported without the failed statement', () => {
    const driver = Object.assign(new Error('insert into "users" values ("secret") - cannot execute INSERT'), {
      code: '25006',
    })
    const full = Object.assign(new Error('insert into "users" values ("a - secret") - could not extend file'), {
      code: '53100',
    })

    const errors = [driver, full].map((error) => asDatabaseUnavailable(error) as DatabaseUnavailable)

    for (const { stack, cause } of errors) expect(`${stack} ${String(cause)}`).to.not.include('secret')
    expect(errors[1]?.problem).to.deep.equal(message('database_unreachable', { reason: 'could not extend file' }))
  })
})
