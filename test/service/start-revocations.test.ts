import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { lockShared } from '../../service/store/installation-lock.ts'
import { inScope } from '../../service/store/scope.ts'
import { type TestDatabase, emptyDatabase } from '../support/database.ts'
import { type RunningCoffer, newDataDirectory, runCoffer, runCommand } from '../support/running-coffer.ts'
import { type Client, clientOf, confirmedClient, must } from '../support/service.ts'

const password = 'a password for these tests'

/** The service and its commands as separate processes, on an external PostgreSQL and a disk store. */
describe('the start of the service after an older database was restored', function () {
  let data: string
  let database: TestDatabase
  let older: TestDatabase
  let coffer: RunningCoffer | null = null
  let restoring: { code: number | null; output: string; errors: string }
  /** Disabled after the dump. */
  let disabled: { id: string; email: string }

  const on = ({ url, ownerUrl }: TestDatabase) => ({
    BKP_DATABASE_URL: url,
    BKP_DATABASE_OWNER_URL: ownerUrl,
    BKP_LOCAL_AGENT: 'off',
  })

  before(async () => {
    data = newDataDirectory()
    ;[database, older] = [await emptyDatabase(), await emptyDatabase()]
    coffer = await runCoffer(data, on(database))
    const first = await coffer.admin()
    disabled = await addUser(first, 'disabled@example.net')
    await addUser(first, 'second@example.net')
    const file = path.join(data, 'taken.dump')
    expect((await runCommand(`dump ${file}`, data, on(database))).code).to.equal(0)
    must(await first.patch(`/api/users/${disabled.id}`, { disabled: true }), 200)
    for (const { id, email } of must(await first.get('/api/users'), 200)) {
      if (email === 'second@example.net') must(await first.delete(`/api/users/${id}`), 200)
    }
    await removeFirstAdministrator(first)
    await coffer.kill('SIGTERM')
    restoring = await runCommand(`restore ${file}`, data, on(older))
  })

  afterEach(async () => {
    await coffer?.kill('SIGTERM')
    coffer = null
  })

  after(async () => {
    await Promise.all([database?.drop(), older?.drop()])
    fs.rmSync(data, { recursive: true, force: true })
  })

  const addUser = async (admin: Client, email: string) =>
    must(await admin.post('/api/users', { email, name: 'User', role: 'platform_admin', password }), 201)

  /** The service requires another administrator for this. */
  async function removeFirstAdministrator(first: Client) {
    const { id } = must(await first.get('/api/auth/me'), 200)
    const other = await addUser(first, 'later@example.net')
    const { token } = must(await logIn(coffer!, other.email), 200)
    const later = await confirmedClient(coffer!.url, token, password)
    must(await later.delete(`/api/users/${id}`), 200)
  }

  const logIn = (at: RunningCoffer, email: string, given = password) =>
    clientOf(at.url, null).post('/api/auth/login', { email, password: given })

  const usersOf = (at: TestDatabase) =>
    inScope(at.knex, { kind: 'platform' }, async (trx) => {
      const rows: { email: string; disabled_at: Date | null }[] = await trx('users').orderBy('email')
      return rows.map((row) => [row.email, row.disabled_at !== null])
    })

  it('applies revocations in the restore command before any service starts', async () => {
    expect([restoring.code, restoring.errors]).to.deep.equal([0, ''])
    expect(await usersOf(older)).to.deep.equal([['disabled@example.net', true]])
    expect(restoring.output.match(/revoked again/g)).to.have.lengthOf(3)
    expect(restoring.output).to.contain('no administrator is left: run the command create-admin')
  })

  it('creates no first administrator if all users were deleted since', async () => {
    await inScope(older.knex, { kind: 'platform' }, (trx) => trx('users').where({ id: disabled.id }).delete())
    const first = fs.readFileSync(path.join(data, 'initial-admin-password'), 'utf8').trim()

    coffer = await runCoffer(data, on(older))

    expect((await logIn(coffer, 'admin@localhost', first)).status).to.equal(401)
    expect(await usersOf(older)).to.deep.equal([])
  })

  it('applies revocations at the start after a point-in-time recovery', async () => {
    await inScope(database.knex, { kind: 'platform' }, async (trx) => {
      await trx('revocations').delete()
      await trx('users').where({ id: disabled.id }).update({ disabled_at: null })
    })

    coffer = await runCoffer(data, on(database))

    expect((await logIn(coffer, disabled.email)).status).to.equal(401)
    expect((await logIn(coffer, 'later@example.net')).status).to.equal(200)
    expect(coffer.log.filter((line) => line.includes('revoked again'))).to.have.lengthOf(1)
  })

  it('reports at the start and in verify that PostgreSQL allows too few connections', async () => {
    const { rows } = await database.knex.raw(`select current_setting('max_connections')::int as max`)
    const hold = () =>
      lockShared({
        url: database.url,
        log: () => {},
        onLost: () => {},
        whatChanged: () => Promise.resolve(null),
      })
    const others = await Promise.all(Array.from({ length: Math.ceil(rows[0].max / 40) }, hold))
    const shortage = new RegExp(
      `${others.length + 1} replicas of 42 connections each may need .* and PostgreSQL allows`,
    )
    try {
      coffer = await runCoffer(data, on(database))
      const verified = await runCommand('verify', data, on(database))

      expect(coffer.log.join('\n')).to.match(shortage)
      expect(verified.output).to.match(new RegExp(`connections: ${shortage.source}`))
    } finally {
      for (const other of others) await other.release()
    }
  })
})
