import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import type { Knex } from 'knex'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../../service/embedded/postgres.ts'
import { createKnex } from '../../../service/store/connect.ts'
import { createIsolationCheck } from '../../../service/store/isolation-check.ts'
import { migrate } from '../../../service/store/migrate.ts'
import { prepareExternalDatabase } from '../../../service/store/prepare-external-database.ts'
import { onDatabase } from '../../support/database.ts'
import { type MessageParams, message } from '../../../shared/messages/message.ts'
import { startupOf } from '../../support/startup-code.ts'
import { failureOf } from '../../support/failure-of.ts'

describe('an external database', function () {
  let directory: string
  let postgres: EmbeddedPostgres
  let admin: Knex

  // Roles belong to the whole server, so this test does not use the shared one.
  before(async () => {
    directory = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-external-'))
    fs.chmodSync(directory, 0o711)
    const settings = { fsync: 'off', shared_buffers: '16MB' }
    postgres = await startEmbeddedPostgres({ dataDirectory: directory, settings, log: () => {} })
    admin = createKnex(onDatabase(postgres.superuserUrl, 'postgres'), { application: 'test' })
    await admin.raw('drop database coffer')
    await admin.raw('drop role coffer_owner, coffer_service, coffer_platform, coffer_limited, coffer_customers')
  })

  after(async () => {
    await admin.destroy()
    await postgres.stop()
    fs.rmSync(postgres.folder, { recursive: true, force: true })
    fs.rmSync(directory, { recursive: true, force: true })
  })

  beforeEach(async () => {
    await admin.raw(`create role dba login createrole password 'd'`)
    await admin.raw('create database theirs owner dba')
  })

  afterEach(async () => {
    await admin.raw('drop database theirs with (force)')
    await admin.raw('drop role if exists coffer_service, coffer_platform, coffer_limited, coffer_customers, dba')
  })

  const urlOf = (login: string, password: string) =>
    onDatabase(postgres.superuserUrl, 'theirs').replace(/\/\/[^@]*@/, `//${login}:${encodeURIComponent(password)}@`)
  const secret = "it's a ? / \\ $1"
  const theirs = { owner: () => urlOf('dba', 'd'), service: () => urlOf('coffer_service', secret) }

  it('gets the roles that it lacks and the whole schema, isolated', async () => {
    await prepareExternalDatabase(theirs.owner(), theirs.service())
    await prepareExternalDatabase(theirs.owner(), theirs.service())

    const owner = createKnex(theirs.owner(), { application: 'test' })
    const service = createKnex(theirs.service(), { application: 'test' })
    await migrate(owner)
    const problems = await createIsolationCheck(service, { now: () => 0 })()
    await Promise.all([owner.destroy(), service.destroy()])
    expect(problems).to.deep.equal([])
  })

  it('is not changed by a check, which reports what it lacks', async () => {
    const failure = await failureOf(prepareExternalDatabase(theirs.owner(), theirs.service(), false))

    const { rows } = await admin.raw(`select rolname from pg_roles where rolname like 'coffer%'`)
    expect(failure.message).to.include('create role coffer_platform nologin')
    expect(rows).to.deep.equal([])
  })

  it('needs exactly the listed statements if its owner cannot create roles', async () => {
    await admin.raw('alter role dba nocreaterole')

    const failure = await failureOf(prepareExternalDatabase(theirs.owner(), theirs.service()))
    const { statements } = startupOf(failure).params as MessageParams<'database_rights_missing'>
    const { rows } = await admin.raw('select quote_literal(?) as password', [secret])
    const filled = statements.replace("'<that of BKP_DATABASE_URL>'", () => rows[0].password)
    const there = createKnex(onDatabase(postgres.superuserUrl, 'theirs'), { application: 'test' })
    await there.raw(filled.replaceAll('?', '\\?'))
    await there.destroy()
    await prepareExternalDatabase(theirs.owner(), theirs.service())

    expect(statements.split('; ')).to.include.members([
      'create role coffer_platform nologin',
      'create role coffer_limited nologin',
      'create role coffer_customers nologin',
    ])
    expect(statements).not.to.include(secret)
  })

  it('keeps the password of an existing service login, and reports a different one', async () => {
    await admin.raw(`create role coffer_service login noinherit password 'theirs'`)

    const failure = await failureOf(prepareExternalDatabase(theirs.owner(), theirs.service()))

    expect(startupOf(failure).params).to.deep.equal({
      variable: 'BKP_DATABASE_URL',
      reason: 'password authentication failed for user "coffer_service"',
    })
  })

  it('is rejected if the service would log in as the owner or another role', async () => {
    const other = await failureOf(prepareExternalDatabase(theirs.owner(), urlOf('app', 'x')))
    const same = await failureOf(prepareExternalDatabase(theirs.service(), theirs.service()))

    expect(startupOf(other)).to.deep.equal(message('service_login_wrong', { login: 'app' }))
    expect(startupOf(same).code).to.equal('owner_login_is_service')
  })

  it('is named with its variable, without its password, when it does not respond', async () => {
    const nowhere = 'postgres://dba:hidden@127.0.0.1:1/theirs'

    const failure = await failureOf(prepareExternalDatabase(nowhere, theirs.service()))

    expect(startupOf(failure).params).to.deep.equal({
      variable: 'BKP_DATABASE_OWNER_URL',
      reason: 'connect ECONNREFUSED 127.0.0.1:1',
    })
  })
})
