import { expect } from 'chai'
import pino from 'pino'
import { restoreDump } from '../../../../../service/domain/recovery/dump/restore-dump.ts'
import type { AppliedRevocation } from '../../../../../service/domain/recovery/revocations/apply-revocations.ts'
import { finishRevocations } from '../../../../../service/domain/recovery/revocations/finish-revocations.ts'
import { countWaiting } from '../../../../../service/domain/recovery/revocations/store-revocations.ts'
import type { ObjectStore } from '../../../../../service/objects/object-store.ts'
import { endProviderAccess } from '../../../../../service/domain/inventory/single-sign-on/end-provider-access.ts'
import { User } from '../../../../../service/store/models/user.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { emptyDatabase } from '../../../../support/database.ts'
import { dumpOf, inOne } from '../../../../support/dump-of.ts'
import { type FaultyStore, createFaultyStore, healthy } from '../../../../support/faulty-store.ts'
import { anAgent, newToken, fakeAgent } from '../../../../support/fake-agent.ts'
import { addPasskey, addTotp, confirmedByPasskey } from '../../../../support/second-factors.ts'
import { provision, provisionerOf } from '../../../../support/scim.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../../../support/service.ts'
import { aTenantProvider } from '../../../../support/single-sign-on.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'

const [former, later] = ['the password of before', 'the password of today']

describe('revocations after a dump', () => {
  const services: TestService[] = []
  let service: TestService
  let store: FaultyStore
  let disk: ObjectStore
  let customer: Customer
  let admin: Client

  beforeEach(async () => {
    service = await startTestService({
      wrapStore: (own) => {
        disk = own
        return (store = createFaultyStore(own))
      },
    })
    services.push(service)
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })

  afterEach(async () => {
    for (const one of services.splice(0)) await one.close()
  })

  let users = 0
  async function aUser(fields: object = {}): Promise<{ id: string; email: string }> {
    const body = {
      email: `user-${++users}@example.net`,
      name: 'User',
      role: 'tenant_admin',
      password: former,
      ...fields,
    }
    return must(await admin.post(`/api/users?tenant=${customer.id}`, body), 201)
  }

  const login = (at: TestService, { email }: { email: string }, password = former) =>
    at.anonymous.post('/api/auth/login', { email, password })

  function settle(at: TestService, from = disk): Promise<AppliedRevocation[]> {
    const { serviceKeys } = at.dependencies
    const runInSystemTransaction = systemTransactions(at.dependencies)
    const quiet = pino({ level: 'silent' })
    return finishRevocations({ runInSystemTransaction, store: from, serviceKeys }, quiet).then(({ applied }) => applied)
  }

  /** Returns a service on the restored dump that has applied the records of the store. */
  async function restored(dump: Buffer): Promise<{ after: TestService; applied: AppliedRevocation[] }> {
    const db = await emptyDatabase()
    const { masterKey, now } = service.dependencies
    await restoreDump({ owner: db.owner, masterKey, store: disk, now: now() }, inOne(dump))
    const after = await startTestService({ db, masterKey, now: now(), wrapStore: () => disk })
    services.push(after)
    return { after, applied: await settle(after) }
  }

  it('are applied again after a restore: users whom the provider refused, removed links, and left groups', async () => {
    const provider = must(
      await admin.put(`/api/identity-provider?tenant=${customer.id}`, aTenantProvider(customer)),
      200,
    )
    const [refused, unlinked] = [await aUser(), await aUser()]
    for (const user of [refused, unlinked]) {
      must(await admin.put(`/api/users/${user.id}/provider-link?tenant=${customer.id}`, { subject: user.id }), 200)
    }
    const scim = await provisionerOf(service, customer)
    const member = await provision(scim, 'user', { userName: `bo@${customer.slug}.example.net` })
    const group = await provision(scim, 'group', { displayName: 'operators', members: [{ value: member }] })
    const dump = await dumpOf(service)
    await service.advance(60_000)
    must(await scim.put(`/api/scim/v2/Groups/${group}`, { displayName: 'operators', members: [] }), 200)
    const { knex, now } = service.dependencies
    const actor = { kind: 'service', id: null, name: 'single sign-on', role: null, tenantId: customer.id } as const
    await inScope(knex, { kind: 'platform' }, async (trx) => {
      const context = { actor, origin: { requestId: null, ip: null }, tenantId: customer.id, now: now(), trx }
      await endProviderAccess(context, { userId: refused.id, identityProviderId: provider.id }, 'refused')
    })
    must(await admin.delete(`/api/identity-provider?tenant=${customer.id}`), 204)

    const { after, applied } = await restored(dump)
    const restorer = await after.as('platform_admin')
    must(await restorer.put(`/api/identity-provider?tenant=${customer.id}`, aTenantProvider(customer)), 200)

    expect(must(await restorer.get(`/api/users/${member}`), 200)).to.include({ role: 'tenant_custom', role_id: null })
    const rows = await inScope(after.dependencies.knex, { kind: 'platform' }, (trx) =>
      User.query(trx).findByIds([refused.id, unlinked.id]),
    )
    const taken = applied.filter(({ id }) => id === refused.id || id === unlinked.id)
    expect(rows.map(({ providerSubject }) => providerSubject)).to.deep.equal([null, null])
    expect(rows.find(({ id }) => id === refused.id)?.suspendedAt).not.to.equal(null)
    expect(taken.map((one) => one.taken)).to.deep.equal([['provider'], ['provider']])
  })

  it('are applied again after a restore: users, passwords, roles and agents', async () => {
    const [deleted, disabled, reset, own, linked, demoted, untouched] = [
      await aUser(),
      await aUser(),
      await aUser(),
      await aUser(),
      await aUser(),
      await aUser(),
      await aUser(),
    ]
    const [revokedAgent, rekeyedAgent, goodAgent] = [
      await anAgent(service, customer),
      await anAgent(service, customer),
      await anAgent(service, customer),
    ]
    const dump = await dumpOf(service)
    service.advance(60_000)
    must(await admin.delete(`/api/users/${deleted.id}`), 200)
    must(await admin.patch(`/api/users/${disabled.id}`, { disabled: true }), 200)
    must(await admin.patch(`/api/users/${reset.id}`, { password: later }), 200)
    const ownSession = await confirmedClient(service.url, must(await login(service, own), 200).token, former)
    must(await ownSession.post('/api/auth/password', { current_password: former, new_password: later }), 204)
    must(await admin.put(`/api/identity-provider?tenant=${customer.id}`, aTenantProvider(customer)), 200)
    must(await admin.put(`/api/users/${linked.id}/provider-link`, { subject: 'bo' }), 200)
    must(await admin.patch(`/api/users/${demoted.id}`, { role: 'tenant_readonly' }), 200)
    must(await admin.post(`/api/agents/${revokedAgent.id}/revoke?tenant=${customer.id}`), 200)
    const token = await newToken(admin, customer, rekeyedAgent.id)
    const reborn = fakeAgent(service.url, { id: rekeyedAgent.id, tenantId: customer.id, token })
    await reborn.enroll(token)

    const { after, applied } = await restored(dump)

    const logins = await Promise.all([deleted, disabled, reset, own, linked].map((user) => login(after, user)))
    expect(logins.map(({ status }) => status)).to.deep.equal([401, 401, 401, 401, 401])
    // no dump contains the new one: it must be set again
    expect((await login(after, reset, later)).status).to.equal(401)
    const session = clientOf(after.url, must(await login(after, demoted), 200).token)
    expect(must(await session.get('/api/auth/me'), 200).role).to.equal('tenant_readonly')
    expect((await login(after, untouched)).status).to.equal(200)

    const speaking = [revokedAgent, rekeyedAgent, goodAgent].map((agent) => agent.copy(after.url))
    const sessions = await Promise.all(speaking.map((agent) => agent.openSession()))
    expect(sessions.map(({ status }) => status)).to.deep.equal([403, 401, 200])
    const names = applied.map(({ id, taken }) => [id, taken])
    expect(names).to.have.deep.members([
      [deleted.id, ['account']],
      [disabled.id, ['access']],
      [reset.id, ['password']],
      [own.id, ['password']],
      [linked.id, ['password']],
      [demoted.id, ['role']],
      [revokedAgent.id, ['trust']],
      [rekeyedAgent.id, ['key']],
    ])
    const overview = await after.as('platform_admin')
    const audit = must(await overview.get(`/api/audit?action=revocation.apply&limit=100`), 200)
    expect(audit).to.have.lengthOf(8)
    expect(await settle(after)).to.deep.equal([]) // applying them again changes nothing
  })

  it('remove second factors again, with the recovery codes of the last one', async () => {
    const [lost, kept] = [await aUser(), await aUser()]
    for (const user of [lost, kept]) {
      await addTotp(service, clientOf(service.url, must(await login(service, user), 200).token))
    }
    const dump = await dumpOf(service)
    must(await admin.delete(`/api/users/${lost.id}/second-factors`), 204)

    const { after, applied } = await restored(dump)

    expect([(await login(after, lost)).status, (await login(after, kept)).status]).to.deep.equal([200, 202])
    expect(applied.map(({ name, taken }) => [name, taken])).to.deep.equal([[lost.email, ['second_factor']]])
  })

  it('leave no account to its password alone if its factor was replaced since', async () => {
    const user = await aUser()
    const session = clientOf(service.url, must(await login(service, user), 200).token)
    await addTotp(service, session)
    const dump = await dumpOf(service)
    const { key } = await addPasskey(service, session)
    const confirmed = await confirmedByPasskey(service, session, key)
    const { factors } = must(await session.get('/api/auth/second-factors'), 200)
    must(await confirmed.delete(`/api/auth/second-factors/${factors[0].id}`), 204)

    const { after, applied } = await restored(dump)

    expect((await login(after, user)).status).to.equal(401)
    expect(applied.map(({ taken }) => taken)).to.deep.equal([['second_factor', 'password']])
  })

  it('are not applied if an administrator reversed them: the latest record counts', async () => {
    const user = await aUser()
    const dump = await dumpOf(service)
    must(await admin.patch(`/api/users/${user.id}`, { disabled: true }), 200)
    must(await admin.patch(`/api/users/${user.id}`, { disabled: false }), 200)

    const { after, applied } = await restored(dump)

    expect((await login(after, user)).status).to.equal(200)
    expect(applied).to.deep.equal([])
    expect(await recordsOf(user.id)).to.have.lengthOf(1) // the older one was deleted
  })

  it('do not affect what a user got after the restore', async () => {
    const user = await aUser()
    const dump = await dumpOf(service)
    must(await admin.patch(`/api/users/${user.id}`, { password: later }), 200)
    const { after } = await restored(dump)
    const again = await after.as('platform_admin')
    must(await again.patch(`/api/users/${user.id}`, { password: later }), 200)

    expect(await settle(after)).to.deep.equal([])

    expect((await login(after, user, later)).status).to.equal(200)
  })

  it('take effect at once if the store is unreachable, and are stored later', async () => {
    const user = await aUser()
    const dump = await dumpOf(service)
    store.follow(({ key }) => (key.startsWith('revocations/') ? 'error' : undefined))
    const disabling = await admin.patch(`/api/users/${user.id}`, { disabled: true })
    const waiting = await inScope(service.dependencies.knex, { kind: 'platform' }, countWaiting)
    const refused = await login(service, user)

    store.follow(healthy)
    await settle(service)

    expect([disabling.status, refused.status]).to.deep.equal([200, 401])
    expect(waiting.count).to.equal(1)
    expect((await inScope(service.dependencies.knex, { kind: 'platform' }, countWaiting)).count).to.equal(0)
    expect((await login((await restored(dump)).after, user)).status).to.equal(401)
  })

  it('are applied in an older database copy: API tokens, sessions and enrolment tokens', async () => {
    const user = await aUser()
    const session = await confirmedClient(service.url, must(await login(service, user), 200).token, former)
    const { id, token } = must(await session.post('/api/auth/tokens', { name: 'sync', role: 'tenant_admin' }), 201)
    const agent = await anAgent(service, customer)
    const enrolment = await newToken(admin, customer, agent.id)
    const then = await rowsOf('api_tokens', 'sessions', 'enrollment_tokens')
    service.advance(1_000)
    must(await session.delete(`/api/auth/tokens/${id}`), 204)
    must(await admin.delete(`/api/users/${user.id}/sessions`), 200)
    await newToken(admin, customer, agent.id)
    await putBack(then)
    const program = clientOf(service.url, token)
    const before = [(await program.get('/api/auth/me')).status, (await session.get('/api/auth/me')).status]

    await settle(service)

    const after = [(await program.get('/api/auth/me')).status, (await session.get('/api/auth/me')).status]
    const stranger = fakeAgent(service.url, { id: agent.id, tenantId: customer.id, token: enrolment })
    expect(before).to.deep.equal([200, 200])
    expect(after).to.deep.equal([401, 401])
    expect((await stranger.enroll(enrolment)).status).to.equal(401)
  })

  it('are sealed in the object store, and altered records are skipped and reported', async () => {
    const user = await aUser()
    const dump = await dumpOf(service)
    must(await admin.delete(`/api/users/${user.id}`), 200)
    const [key = ''] = await recordsOf(user.id)
    const sealed = await disk.get(key)
    const altered = Buffer.from(sealed)
    altered[altered.length - 1]! ^= 1
    await disk.put(key, altered)

    const { after, applied } = await restored(dump)

    expect(sealed.toString('latin1')).not.to.match(/isDeleted|tenant|user/)
    expect(applied).to.deep.equal([])
    expect((await login(after, user)).status).to.equal(200)
  })

  it('are not hidden by an object that another writer put in their place', async () => {
    const user = await aUser()
    const dump = await dumpOf(service)
    must(await admin.delete(`/api/users/${user.id}`), 200)
    const [key = ''] = await recordsOf(user.id)
    await disk.put(key.replace(/\d+$/, '999999999999999'), Buffer.from('not a record'))

    const { after, applied } = await restored(dump)

    expect(applied.map(({ id, taken }) => [id, taken])).to.deep.equal([[user.id, ['account']]])
    expect((await login(after, user)).status).to.equal(401)
  })

  it('are not applied to a user restored while another replica was starting', async () => {
    const user = await aUser()
    const dump = await dumpOf(service)
    must(await admin.patch(`/api/users/${user.id}`, { disabled: true }), 200)
    const { after } = await restored(dump)
    const overview = await after.as('platform_admin')
    await inScope(after.dependencies.knex, { kind: 'platform' }, (trx) => trx('revocations').delete())
    const starting: ObjectStore = {
      ...disk,
      get: async (key) => {
        const bytes = await disk.get(key)
        must(await overview.patch(`/api/users/${user.id}`, { disabled: false }), 200)
        return bytes
      },
    }

    const applied = await settle(after, starting)

    expect(applied).to.deep.equal([])
    expect((await login(after, user)).status).to.equal(200)
  })

  async function recordsOf(id: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of disk.list('revocations/')) if (key.includes(id)) keys.push(key)
    return keys
  }

  type Rows = Record<string, Record<string, unknown>[]>

  async function rowsOf(...tables: string[]): Promise<Rows> {
    return inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      const all: Rows = {}
      for (const table of tables) all[table] = await trx(table)
      return all
    })
  }

  /** Simulates a point-in-time recovery: the database contains no revocation. */
  async function putBack(rows: Rows): Promise<void> {
    await inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      await trx('revocations').delete()
      for (const [table, then] of Object.entries(rows)) {
        await trx(table).delete()
        await trx(table).insert(then)
      }
    })
  }
})
