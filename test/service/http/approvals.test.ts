import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { Approval } from '../../../service/store/models/approval.ts'
import { reportExpiredApprovals } from '../../../service/domain/approvals/report-expired-approvals.ts'
import { inScope } from '../../../service/store/scope.ts'
import { sha256 } from '../../../service/domain/kernel/sha256.ts'
import { aTable } from '../../support/inventories.ts'
import { publish } from '../../support/published-events.ts'
import {
  type Answer,
  type Client,
  type Customer,
  type TestService,
  clientOf,
  must,
  startTestService,
} from '../../support/service.ts'

const hourMs = 3_600_000
const why = { 'x-coffer-approval-reason': encodeURIComponent('Vidé à la demande du client') }

describe('an action that needs approval', () => {
  let service: TestService
  let customer: Customer
  let anna: Client
  let ben: Client
  before(async () => {
    service = await startTestService()
    anna = await service.as('platform_admin')
    ben = await service.as('platform_admin')
    customer = await service.hasTenant('acme')
    must(await anna.patch('/api/settings', { approval_actions: ['purge', 'retention_cut', 'key_destruction'] }), 200)
  })
  after(() => service.close())

  const cut = (client: Client, body: object = { keep_days: 30 }, headers: Record<string, string> = {}) =>
    client.put(`/api/retention/customer?tenant=${customer.id}`, body, headers)
  const purge = (client: Client, headers: Record<string, string> = {}, body: object = {}) =>
    client.post(`/api/storage/purge?tenant=${customer.id}`, { confirm: 'acme', ...body }, headers)
  const ask = async (client: Client): Promise<string> => {
    const answer = await purge(client, why)
    expect([answer.status, answer.body.code, answer.body.missing]).to.deep.equal([
      403,
      'approval_requested',
      'approval',
    ])
    return answer.body.approval_id
  }
  const stateOf = async (id: string) => must(await anna.get(`/api/approvals/${id}`), 200).state
  const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`

  it('is refused without one, and changes nothing', async () => {
    const answer = await purge(anna)

    expect(codeOf(answer)).to.equal('403 approval_required')
    expect(answer.body.detail).to.match(/^A purge needs the approval of another person\./)
    expect(must(await anna.get('/api/approvals'), 200)).to.deep.equal([])
    expect(must(await anna.get('/api/audit?action=storage.purge'), 200)).to.deep.equal([])
  })

  it('is requested up to a hundred times a day, also if the requests are withdrawn', async () => {
    const asking = await service.as('platform_admin')
    const { id: requestedBy } = must(await asking.get('/api/auth/me'), 200)
    const { knex, now } = service.dependencies
    const earlier = new Date(now().getTime() - 3_600_000)
    const row = { tenantId: customer.id, action: 'purge' as const, permission: 'purge:force' as const, method: 'POST' }
    await inScope(knex, { kind: 'platform' }, (trx) =>
      Approval.query(trx).insert(
        Array.from({ length: 100 }, () => ({
          ...row,
          ...{ id: randomUUID(), path: '/', body: null, fingerprint: Buffer.alloc(32), reason: 'r', requestedBy },
          ...{
            requestedByName: 'a',
            requestedAt: earlier,
            expiresAt: earlier,
            decision: 'withdrawn' as const,
            decidedAt: earlier,
          },
        })),
      ),
    )

    const refused = await purge(asking, why)

    await inScope(knex, { kind: 'platform' }, (trx) => Approval.query(trx).where({ requestedBy }).delete())
    expect([refused.body.code, refused.body.params]).to.deep.equal(['too_many', { resource: 'approval', limit: 100 }])
  })

  it('happens once another person approved this request', async () => {
    const id = await ask(anna)
    expect(codeOf(await purge(anna, { 'x-coffer-approval': id }))).to.equal('403 approval_not_valid')
    const pending = must(await ben.get(`/api/approvals?tenant=${customer.id}&pending=true`), 200)
    const approved = must(await ben.post(`/api/approvals/${id}/approve`, { note: 'Agreed' }), 200)

    const done = await purge(anna, { 'x-coffer-approval': id })

    expect(pending[0]).to.deep.include({
      ...{ id, action: 'purge', permission: 'purge:force', reason: 'Vidé à la demande du client', state: 'pending' },
      request: {
        method: 'POST',
        path: `/api/storage/purge?tenant=${customer.id}`,
        body: { confirm: 'acme', dry_run: false },
      },
    })
    expect(approved).to.deep.include({ state: 'approved', note: 'Agreed' })
    expect(done.status).to.equal(202)
    expect(await stateOf(id)).to.equal('used')
    expect(codeOf(await purge(anna, { 'x-coffer-approval': id }))).to.equal('403 approval_not_valid')
    const audit = must(await anna.get(`/api/audit?tenant=${customer.id}`), 200)
    const actions = audit.map(({ action }: { action: string }) => action)
    expect(actions.filter((action: string) => /^approval/.test(action)).toReversed()).to.deep.equal([
      'approval.request',
      'approval.approve',
      'approval.use',
    ])
    await publish(service)
    const events = must(await anna.get(`/api/events?tenant=${customer.id}`, { accept: 'application/json' }), 200)
    const types = events.map(({ type }: { type: string }) => type).filter((type: string) => /^approval/.test(type))
    expect(types.toSorted()).to.deep.equal(['approval.approved', 'approval.requested', 'approval.used'])
  })

  it('is for the person, path and body that were approved', async () => {
    const id = await ask(anna)
    must(await ben.post(`/api/approvals/${id}/approve`, {}), 200)
    const approval = { 'x-coffer-approval': id }

    expect(codeOf(await purge(ben, approval))).to.equal('403 approval_not_valid')
    const elsewhere = await anna.post(
      `/api/storage/purge?tenant=${customer.id.toUpperCase()}`,
      { confirm: 'acme' },
      approval,
    )
    expect(codeOf(elsewhere)).to.equal('403 approval_not_valid')
    expect(codeOf(await cut(anna, undefined, approval))).to.equal('403 approval_not_valid')
    expect(await stateOf(id)).to.equal('approved')
    must(await anna.post(`/api/approvals/${id}/withdraw`), 200)
    expect(codeOf(await purge(anna, approval))).to.equal('403 approval_not_valid')
  })

  it('keeps its approval if it fails', async () => {
    const path = `/api/tenants/${customer.id}/destroy-key`
    const wrong = await anna.post(path, { confirm: 'other' }, why)
    const { approval_id: id } = (await anna.post(path, { confirm: 'acme' }, why)).body
    must(await ben.post(`/api/approvals/${id}/approve`, {}), 200)
    const approval = { 'x-coffer-approval': id }
    await service.db.owner.raw('alter table destructions add constraint refused check (false) not valid')

    const failed = await anna.post(path, { confirm: 'acme' }, approval)

    expect([wrong.status, failed.status]).to.deep.equal([422, 500])
    expect(await stateOf(id)).to.equal('approved')
    await service.db.owner.raw('alter table destructions drop constraint refused')
    must(await anna.post(path, { confirm: 'acme' }, approval), 202)
    expect(await stateOf(id)).to.equal('used')
  })

  it('cannot be decided by the requester, without the permission, or twice', async () => {
    const id = await ask(anna)
    const admin = await customer.as('tenant_admin')

    expect(codeOf(await anna.post(`/api/approvals/${id}/approve`, {}))).to.equal('403 approval_own')
    expect(codeOf(await anna.post(`/api/approvals/${id}/reject`, {}))).to.equal('403 approval_own')
    expect((await admin.get(`/api/approvals/${id}`)).status).to.equal(404)
    expect((await admin.post(`/api/approvals/${id}/approve`, {})).status).to.equal(404)
    expect(codeOf(await ben.post(`/api/approvals/${id}/withdraw`))).to.equal('403 approval_of_other')
    expect(codeOf(await clientOf(service.url, ben.token).post(`/api/approvals/${id}/approve`, {}))).to.equal(
      '403 confirmation_required',
    )
    expect(must(await ben.post(`/api/approvals/${id}/reject`, { note: 'Not now' }), 200)).to.deep.include({
      state: 'rejected',
      note: 'Not now',
    })
    expect(codeOf(await ben.post(`/api/approvals/${id}/approve`, {}))).to.equal('409 approval_not_pending')
  })

  describe('between accounts that may belong to one person', () => {
    const password = 'three words, and a comma'
    let people = 0
    const open = async (email: string) => {
      const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
      const { confirmation } = must(await clientOf(service.url, token).post('/api/auth/confirm', { password }), 200)
      return clientOf(service.url, token, confirmation)
    }
    const made = async (by: Client, fields: object = { role: 'platform_admin' }) => {
      const email = `person-${++people}@example.net`
      const { id } = must(await by.post('/api/users', { email, name: 'Second', password, ...fields }), 201)
      return { id: id as string, email, client: await open(email) }
    }
    const decide = async (by: Client, id: string) => {
      const answer = await by.post(`/api/approvals/${id}/approve`, {})
      return answer.status === 200 ? 'approved' : answer.body.code
    }

    it('is refused to accounts that the requester made, also through others, for some days', async () => {
      const carl = await made(anna)
      const dora = await made(carl.client)
      const id = await ask(anna)

      expect([await decide(carl.client, id), await decide(dora.client, id)]).to.deep.equal([
        'approver_dependent',
        'approver_dependent',
      ])
      service.advance(8 * 24 * hourMs)
      expect(await decide(await open(dora.email), await ask(anna))).to.equal('approved')
    })

    it('is refused if the approver made the requester, or set the password', async () => {
      const puppet = await made(ben)
      const colleague = await made(await service.as('platform_admin'))
      must(await ben.patch(`/api/users/${colleague.id}`, { password }), 200)

      expect(await decide(ben, await ask(puppet.client))).to.equal('approver_dependent')
      expect(await decide(ben, await ask(await open(colleague.email)))).to.equal('approver_dependent')
      expect(await decide(anna, await ask(puppet.client))).to.equal('approved')
    })

    it('is refused between accounts that a third one made', async () => {
      const [one, other] = [await made(ben), await made(ben)]

      expect(await decide(other.client, await ask(one.client))).to.equal('approver_dependent')
    })

    it('is refused to an account to which the requester gave the permission', async () => {
      const permissions = ['device:read', 'purge:force']
      const role = must(await ben.post('/api/roles', { name: 'Purgers', permissions: ['device:read'] }), 201)
      const purger = await made(ben, { role: 'platform_custom', role_id: role.id })
      must(await anna.patch(`/api/roles/${role.id}`, { permissions }), 200)

      expect(await decide(purger.client, await ask(anna))).to.equal('approver_dependent')
    })

    it('does not count what happened before the setting was changed', async () => {
      const other = await startTestService()
      const admin = await other.as('platform_admin')
      const email = 'first@example.net'
      must(await admin.post('/api/users', { email, name: 'First', role: 'platform_admin', password }), 201)
      const { id: acme } = await other.hasTenant('acme')
      other.advance(1_000)
      must(await admin.patch('/api/settings', { approval_actions: ['purge'] }), 200)
      const answer = await admin.post(`/api/storage/purge?tenant=${acme}`, { confirm: 'acme' }, why)
      const { token } = must(await other.anonymous.post('/api/auth/login', { email, password }), 200)
      const { confirmation } = must(await clientOf(other.url, token).post('/api/auth/confirm', { password }), 200)

      const first = clientOf(other.url, token, confirmation)
      expect(await decide(first, answer.body.approval_id)).to.equal('approved')
      await other.close()
    })
  })

  it('ends with the access of either person', async () => {
    const id = await ask(anna)
    const third = await service.as('platform_admin')
    must(await third.post(`/api/approvals/${id}/approve`, {}), 200)
    const { id: userId } = must(await third.get('/api/auth/me'), 200)
    must(await ben.patch(`/api/users/${userId}`, { disabled: true }), 200)

    expect(codeOf(await purge(anna, { 'x-coffer-approval': id }))).to.equal('403 approval_not_valid')
    expect(await stateOf(id)).to.equal('expired')
  })

  it('expires before and after the decision, with an event', async () => {
    const [undecided, unused] = [await ask(anna), await ask(anna)]
    service.advance(71 * hourMs)
    must(await ben.post(`/api/approvals/${unused}/approve`, {}), 200)
    service.advance(25 * hourMs)

    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      reportExpiredApprovals({ trx, now: service.dependencies.now() }),
    )

    expect([await stateOf(undecided), await stateOf(unused)]).to.deep.equal(['expired', 'expired'])
    expect(codeOf(await purge(anna, { 'x-coffer-approval': unused }))).to.equal('403 approval_not_valid')
    expect(codeOf(await ben.post(`/api/approvals/${undecided}/approve`, {}))).to.equal('409 approval_not_pending')
    await publish(service)
    const events = must(
      await anna.get(`/api/events?tenant=${customer.id}&type=approval.expired`, { accept: 'application/json' }),
      200,
    )
    const expired = events.filter(({ type }: { type: string }) => type === 'approval.expired')
    expect(
      expired.map(({ data }: { data: { was_approved: boolean } }) => data.was_approved).toSorted(),
    ).to.include.members([false, true])
  })

  it('may be a cut of retention, which a tenant’s administrators decide among themselves', async () => {
    const [first, second] = [await customer.as('tenant_admin'), await customer.as('tenant_admin')]
    const body = { keep_days: 30 }
    const { approval_id: id } = (await cut(first, body, why)).body
    must(await second.post(`/api/approvals/${id}/approve`, {}), 200)
    const other = await cut(first, { keep_days: 20 }, { 'x-coffer-approval': id })

    const done = must(await cut(first, body, { 'x-coffer-approval': id }), 200)

    expect(codeOf(other)).to.equal('403 approval_not_valid')
    expect(codeOf(await cut(second, { keep_days: 20 }))).to.equal('403 approval_required')
    expect(JSON.stringify(done)).to.include('30')
  })

  it('may be the import of a file, whose hash the approver sees', async () => {
    await customer.hasDevice({ name: 'a' })
    const [approved, other] = ['name,keep_days\na,5\n', 'name,keep_days\na,4\n']
    const send = (table: string, headers: Record<string, string>) =>
      anna.send('POST', `/api/inventory/import/csv?tenant=${customer.id}`, aTable(table), headers)
    const { approval_id: id } = (await send(approved, why)).body
    const { request } = must(await ben.post(`/api/approvals/${id}/approve`, {}), 200)
    const refused = await send(other, { 'x-coffer-approval': id })

    const done = await send(approved, { 'x-coffer-approval': id })

    expect(request.body).to.deep.equal({ file: { sha256: sha256(approved).toString('hex') } })
    expect([codeOf(refused), done.status]).to.deep.equal(['403 approval_not_valid', 200])
  })

  it('is not a dry run', async () => {
    expect((await purge(anna, {}, { dry_run: true })).status).to.equal(200)
  })

  it('needs a reason that can be read', async () => {
    for (const reason of ['', '%E0%A4%A', 'a%00b', encodeURIComponent('x'.repeat(501))]) {
      expect(codeOf(await purge(anna, { 'x-coffer-approval-reason': reason }))).to.equal('400 approval_reason_invalid')
    }
    expect(codeOf(await purge(anna, { 'x-coffer-approval': 'no-id' }))).to.equal('403 approval_not_valid')
  })

  describe('of the security settings', () => {
    it('is needed, so that one person cannot turn approvals off', async () => {
      const off = { approval_actions: [] }

      expect(codeOf(await anna.patch('/api/settings', off))).to.equal('403 approval_required')
      expect(codeOf(await anna.patch('/api/settings', { session_idle_minutes: 60 }))).to.equal('403 approval_required')
      expect((await anna.patch('/api/settings', { storage_low_percent: 20 })).status).to.equal(200)
      const { approval_id: id } = (await anna.patch('/api/settings', off, why)).body
      must(await ben.post(`/api/approvals/${id}/approve`, {}), 200)
      expect(must(await anna.patch('/api/settings', off, { 'x-coffer-approval': id }), 200)).to.deep.include(off)
      expect((await purge(anna)).status).to.equal(202)
    })
  })

  it('covers the devices that its filter matched when it was requested', async () => {
    await customer.hasDevice({ site: 'lab' })
    const other = await customer.hasDevice({ site: 'production' })
    const moveTo = async (site: string) =>
      must(await anna.patch(`/api/devices/${other.id}?tenant=${customer.id}`, { site }), 200)
    const shorten = (headers: Record<string, string>) => {
      const body = { filter: { site: 'lab' }, change: { keep_days: 20 } }
      return anna.patch(`/api/retention/devices?tenant=${customer.id}`, body, headers)
    }
    const { approval_id: id } = (await shorten(why)).body
    must(await ben.post(`/api/approvals/${id}/approve`, {}), 200)

    await moveTo('lab')
    const withAnother = await shorten({ 'x-coffer-approval': id })
    await moveTo('production')
    const approved = await shorten({ 'x-coffer-approval': id })

    expect([codeOf(withAnother), approved.status]).to.deep.equal(['403 approval_not_valid', 200])
  })
})

describe('approvals with one administrator', () => {
  it('cannot be turned on', async () => {
    const service = await startTestService()
    const admin = await service.as('platform_admin')

    const answer = await admin.patch('/api/settings', { approval_actions: ['restore'] })

    expect([answer.status, answer.body.code]).to.deep.equal([409, 'approvers_missing'])
    await service.close()
  })
})
