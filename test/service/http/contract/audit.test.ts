import { expect } from 'chai'
import { type Permission, type Role, may } from '../../../../shared/permissions/permissions.ts'
import { inScope } from '../../../../service/store/scope.ts'
import { type ContractOperation, readContract } from '../../../support/contract.ts'
import { anAgent } from '../../../support/fake-agent.ts'
import { type Answer, type TestService, startTestService } from '../../../support/service.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'
import { askProperly } from '../../../support/valid-requests.ts'

const operations = readContract()
const ofPeople = operations.filter(({ permission }) => permission !== 'agent' && permission !== 'none')
const audited = operations.filter(({ audit, needsBearer, id }) => audit && (needsBearer || id === 'login'))
const downloads = audited.filter(({ parameters }) => parameters.some(({ name }) => name === 'download'))
const secret = 'a secret of twelve'
const tenantReads = ofPeople.filter(
  ({ audit, method, permission, parameters }) =>
    !audit && method === 'GET' && permission.includes(':') && parameters.some(({ name }) => name === 'tenant'),
)

/** Comparisons of two devices have a record for each configuration. */
const ofBothSides = ['readDevicePairDiff', 'previewDevicePair']

/** Only the token of a customer's service account provisions users. */
const isOfAccount = ({ path }: ContractOperation) => path.startsWith('/api/scim/')

/** A pair is compared when it is saved: a record for each configuration precedes that of the operation. */
const afterReadings = ['createDevicePair', 'updateDevicePair']

describe('the audit', () => {
  let service: TestService
  let customer: FullScene
  let other: FullScene
  before(async () => {
    service = await startTestService()
    customer = await createFullScene(service)
    other = await createFullScene(service)
  })
  after(() => service.close())

  /** Returns all records of a request. */
  const recordsOf = (answer: Answer) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ request_id: answer.headers.get('x-request-id') }),
    )

  it('covers every write of a user and every configuration read in the contract', () => {
    const reads = (permission: string) => permission === 'config:read' || permission === 'config:download'
    const silent = ofPeople.filter(({ audit }) => !audit)

    expect(silent.filter(({ method }) => method !== 'GET').map(({ id }) => id)).to.deep.equal([])
    expect(silent.filter(({ permission }) => reads(permission)).map(({ id }) => id)).to.deep.equal([])
  })

  for (const operation of audited) {
    const readings = afterReadings.includes(operation.id) ? ['config.diff', 'config.diff'] : []
    const own = Array.from({ length: ofBothSides.includes(operation.id) ? 2 : 1 }, () => operation.audit)
    const expected = [...readings, ...own]

    it(`has one record of ${operation.id} by a platform role, marked cross-customer, or by a service account`, async () => {
      const answer = await askProperly({ service, role: 'platform_admin', customer, secret }, operation)
      const records = await recordsOf(answer)

      const made = operation.id === 'createTenant' ? answer.body.id : undefined
      const isDoomed = ['destroyKey', 'deleteTenant', 'withdrawDestruction'].includes(operation.id)
      const doomed = isDoomed ? answer.body.tenant_id : undefined
      const tenantId = hasNoTenant(operation) ? null : (made ?? doomed ?? customer.id)
      expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
      expect(records.map(({ action }) => action)).to.deep.equal(expected)
      expect(records[0]).to.include({
        outcome: 'done',
        role: isOfAccount(operation) ? 'tenant_custom' : 'platform_admin',
        tenant_id: tenantId,
        cross_tenant: tenantId !== null && !isOfAccount(operation),
      })
    })

    if (mayAsOwner(operation)) {
      it(`has one record of ${operation.id} by a user of the tenant`, async () => {
        const answer = await askProperly({ service, role: 'tenant_admin', customer, secret }, operation)
        const records = await recordsOf(answer)

        expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
        expect(records.map(({ action }) => action)).to.deep.equal(expected)
        expect(records[0]).to.include({
          outcome: 'done',
          role: 'tenant_admin',
          tenant_id: customer.id,
          cross_tenant: false,
        })
      })
    }

    if (operation.method === 'GET') {
      it(`knows the tenant when a platform role calls ${operation.id} without naming it`, async () => {
        const needed = (operation.globalPermission ?? operation.permission) as Permission
        const role = may('platform_operator', needed) ? 'platform_operator' : 'platform_admin'
        const answer = await askProperly({ service, role, customer, secret }, operation, { tenant: null })
        const record = (await recordsOf(answer)).find(({ tenant_id: id }) => id === customer.id)

        expect(record).to.include({ action: operation.audit, tenant_id: customer.id, cross_tenant: true })
      })
    }
  }

  for (const operation of downloads) {
    it(`records ${operation.id} with download=true as a download`, async () => {
      const answer = await askProperly({ service, role: 'tenant_operator', customer, secret }, operation, {
        download: 'true',
      })
      const records = await recordsOf(answer)

      expect(answer.status).to.equal(200)
      expect(records.map(({ action, outcome }) => [action, outcome])).to.deep.equal([['config.download', 'done']])
    })

    it(`records a denied download by ${operation.id}`, async () => {
      const answer = await askProperly({ service, role: 'tenant_readonly', customer, secret }, operation, {
        download: 'true',
      })
      const records = await recordsOf(answer)

      expect(answer).to.deep.include({ status: 403 })
      expect(answer.body.missing).to.equal('config:download')
      expect(records).to.have.length(1)
      expect(records[0]).to.deep.include({
        action: 'config.download',
        outcome: 'refused',
        tenant_id: customer.id,
        detail: { missing: 'config:download' },
      })
    })
  }

  for (const operation of audited.filter(({ permission }) => permission.includes(':'))) {
    const role = weakestWithout(operation.permission as Permission)
    it(`records a denied ${operation.id}`, async () => {
      const asker = { service, role: role ?? 'tenant_readonly', customer, secret }
      const answer = await askProperly(asker, operation, { tenant: role ? null : other.id })
      const records = await recordsOf(answer)

      expect(answer.status).to.equal(403)
      expect(records).to.have.length(1)
      expect(records[0]).to.deep.include({
        action: operation.audit,
        outcome: 'refused',
        tenant_id: customer.id,
        cross_tenant: false,
        detail: { missing: role ? operation.permission : 'tenant' },
      })
    })
  }

  for (const operation of tenantReads) {
    it(`has one record of ${operation.id} by a platform role, marked cross-tenant`, async () => {
      const answer = await askProperly({ service, role: 'platform_admin', customer, secret }, operation)
      const records = await recordsOf(answer)

      expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
      expect(records).to.have.length(1)
      expect(records[0]).to.deep.include({
        action: 'tenant.read',
        outcome: 'done',
        tenant_id: customer.id,
        cross_tenant: true,
        detail: { operation: operation.id },
      })
    })

    it(`marks ${operation.id} cross-tenant when a platform role names no tenant`, async () => {
      const asker = { service, role: 'platform_admin' as const, customer, secret }
      const answer = await askProperly(asker, operation, { tenant: null })
      const records = await recordsOf(answer)

      const namesObject = /\{\w+_id\}/.test(operation.path) || answer.status >= 400
      const isRecorded = answer.status < 300 && !operation.readsPlatformData
      expect(answer.status, JSON.stringify(answer.body)).to.be.below(500)
      expect(records).to.have.length(isRecorded ? 1 : 0)
      if (isRecorded) {
        expect(records[0]).to.include({ action: 'tenant.read', cross_tenant: true })
        expect(records[0]!.tenant_id).to.be.oneOf(namesObject ? [customer.id] : [null, customer.id])
      }
    })

    if (may('tenant_admin', operation.permission as Permission)) {
      it(`has no record of ${operation.id} by a user of the tenant`, async () => {
        const answer = await askProperly({ service, role: 'tenant_admin', customer, secret }, operation)

        expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 299)
        expect(await recordsOf(answer)).to.deep.equal([])
      })
    }
  }

  it('records a read that a platform role repeats again only after a quarter of an hour', async () => {
    const client = await service.as('platform_admin')
    const ask = async (query = '') =>
      (await recordsOf(await client.get(`/api/devices?tenant=${customer.id}${query}`))).length
    const first = await ask()
    const repeated = [await ask(), await ask('&q=r1')]
    const ofOther = (await recordsOf(await client.get(`/api/devices?tenant=${other.id}`))).length
    service.advance(15 * 60_000)
    const later = await ask()

    expect({ first, repeated, ofOther, later }).to.deep.equal({ first: 1, repeated: [0, 0], ofOther: 1, later: 1 })
  })

  it('has no record of a failed read of tenants', async () => {
    const client = await service.as('platform_admin')
    const answer = await client.get(`/api/reports/daily?tenant=${customer.id}&day=2020-01-01`)

    expect(answer.status).to.equal(404)
    expect(await recordsOf(answer)).to.deep.equal([])
  })

  it('has a record of an enrolment', async () => {
    const agent = await anAgent(service, customer)
    const records = await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
      trx('audit').where({ action: 'agent.enroll', object_id: agent.id }),
    )

    expect(records).to.have.length(1)
    expect(records[0]).to.include({ outcome: 'done', role: null, tenant_id: customer.id, cross_tenant: false })
  })

  it('has a record of a failed login, without the address of an unknown account', async () => {
    const person = await service.as('tenant_admin', customer)
    const { email } = (await person.get('/api/auth/me')).body
    const known = await service.anonymous.post('/api/auth/login', { email, password: 'wrong' })
    const unknown = await service.anonymous.post('/api/auth/login', { email: 'nobody@example.net', password: 'wrong' })

    const [first] = await recordsOf(known)
    const [second] = await recordsOf(unknown)
    expect(first).to.include({ action: 'auth.login', outcome: 'refused', actor: email, tenant_id: customer.id })
    expect(second).to.include({
      action: 'auth.login',
      outcome: 'refused',
      actor: 'unknown account',
      tenant_id: null,
    })
  })
})

/** Whether an action of a platform role concerns no tenant. */
function hasNoTenant({ id }: ContractOperation): boolean {
  return [
    'login',
    'beginSsoConfirmation',
    'completeSsoConfirmation',
    'beginConfirmationCode',
    'completeConfirmationCode',
    'findLoginCode',
    'confirmLoginCode',
    'rejectLoginCode',
    'loginWithSecondFactor',
    'issueTotp',
    'confirmTotp',
    'createPasskeyOptions',
    'addPasskey',
    'removeSecondFactor',
    'requestPasskeyOptions',
    'renewRecoveryCodes',
    'logout',
    'changePassword',
    'confirmIdentity',
    'endSession',
    'deleteToken',
    'loadEndOfLife',
    'updateSettings',
    'setMailServer',
    'removeMailServer',
    'testMailServer',
    'acknowledgeRestored',
  ].includes(id)
}

function mayAsOwner({ permission }: ContractOperation): boolean {
  return !permission.includes(':') || may('tenant_admin', permission as Permission)
}

function weakestWithout(permission: Permission): Role | undefined {
  return (['tenant_readonly', 'tenant_operator', 'tenant_admin'] as const).find((role) => !may(role, permission))
}
