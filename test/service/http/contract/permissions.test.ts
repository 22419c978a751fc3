import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Permission, type Role, may, roles } from '../../../../shared/permissions/permissions.ts'
import { type ContractOperation, type Schema, fill, readContract } from '../../../support/contract.ts'
import { type Answer, type Client, type TestService, aDevice, startTestService } from '../../../support/service.ts'
import { type Caller, createCallers } from '../../../support/access-matrix/callers.ts'
import { type Combination, describeCombination, pairwise } from '../../../support/access-matrix/combinations.ts'
import { expectedFor, faultOf } from '../../../support/access-matrix/expected.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'

/** SCIM has errors of its own and needs a service account: test/service/http/scim.test.ts. */
const operations = readContract().filter(({ needsBearer, path }) => needsBearer && !path.startsWith('/api/scim/'))
const onObjects = operations.filter(({ path }) => path.includes('{'))
const withTenant = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'tenant'))

const auditors: Role[] = ['tenant_auditor', 'platform_auditor']

/** An independent copy of the contract's table. */
const minimumRole: Record<Permission, Role[]> = {
  'device:read': [
    ...auditors,
    'tenant_readonly',
    'tenant_operator',
    'tenant_admin',
    'platform_operator',
    'platform_admin',
  ],
  'config:read': ['tenant_readonly', 'tenant_operator', 'tenant_admin', 'platform_operator', 'platform_admin'],
  'report:read': [
    ...auditors,
    'tenant_readonly',
    'tenant_operator',
    'tenant_admin',
    'platform_operator',
    'platform_admin',
  ],
  'config:download': ['tenant_operator', 'tenant_admin', 'platform_operator', 'platform_admin'],
  'backup:trigger': ['tenant_operator', 'tenant_admin', 'platform_operator', 'platform_admin'],
  'device:write': ['tenant_admin', 'platform_operator', 'platform_admin'],
  'credential:write': ['tenant_admin', 'platform_operator', 'platform_admin'],
  'retention:write': ['tenant_admin', 'platform_operator', 'platform_admin'],
  'audit:read': [...auditors, 'tenant_admin', 'platform_operator', 'platform_admin'],
  'secret:read': ['tenant_readonly', 'tenant_operator', 'tenant_admin', 'platform_operator', 'platform_admin'],
  'config:restore': ['tenant_admin', 'platform_admin'],
  'agent:manage': ['platform_operator', 'platform_admin'],
  'tenant:manage': ['platform_admin'],
  'purge:force': ['platform_admin'],
  'user:provision': ['platform_admin'],
}

/** An auditor of the platform has the permissions of a customer's auditor. */
const asked: readonly Role[] = roles.filter((role) => role !== 'platform_auditor')

const everyOperation = readContract().filter(({ needsBearer }) => needsBearer)
const combinations = pairwise()

/** A configuration with a secret, for callers who must not see it. */
const text = (secret: string) => `hostname r1\n!\nusername ops password 0 ${secret}\n!\nend\n`

describe('the permissions of a role', () => {
  it('are those of the contract, for all 15 permissions', () => {
    for (const [permission, holders] of Object.entries(minimumRole)) {
      expect(
        roles.filter((role) => may(role, permission as Permission)),
        permission,
      ).to.have.members(holders)
    }
  })

  describe('across two tenants', () => {
    let service: TestService
    let own: FullScene
    let foreign: FullScene
    const clients = new Map<Role, Client>()
    let callerOf: (combination: Combination) => Promise<Caller>
    before(async function () {
      service = await startTestService({ validateResponses: false }) // other tests of the contract validate them
      own = await createFullScene(service, [text('S3cretOne'), text('S3cretTwo')])
      foreign = await createFullScene(service, [text('S3cretOne'), text('S3cretTwo')])
      callerOf = await createCallers(service, own)
      for (const role of asked) clients.set(role, await service.as(role, own))
    })
    after(() => service.close())

    for (const operation of everyOperation) {
      it(`with each limit and kind of caller are those of the contract for ${operation.id}`, async () => {
        const faults: string[] = []
        for (const combination of combinations) {
          const caller = await callerOf(combination)
          const tenant = tenantToName(caller, operation, combination)
          const answer = await ask(caller.client, operation, combination.target === 'foreign' ? foreign : own, tenant)
          const expected = expectedFor(caller, operation, combination, { tenant, foreignId: foreign.id })
          const fault = faultOf(answer, expected, operation, combination, { own, foreign })
          if (fault) faults.push(`${operation.id}: ${describeCombination(combination)}: ${fault}`)
        }

        expect(faults.join('\n')).to.equal('')
      })
    }

    /**
     * Returns the customer that a request names. A caller of the platform names none to read everything it sees. A limited
     * caller of a customer names another one only where the path names no object.
     */
    function tenantToName({ isOfPlatform }: Caller, operation: ContractOperation, { target, limit }: Combination) {
      if (!operation.parameters.some(({ name }) => name === 'tenant')) return null
      if (isOfPlatform && target !== 'foreign') return operation.method === 'GET' ? null : own.id
      const isOther = target === 'foreign' && (isOfPlatform || limit === 'none' || !operation.path.includes('{'))
      return isOther ? foreign.id : null
    }

    for (const operation of operations) {
      const permission = operation.permission as Permission
      if (!(permission in minimumRole)) continue
      for (const role of asked.filter((one) => !minimumRole[permission].includes(one))) {
        it(`${role} gets 403 with ${permission} in 'missing' from ${operation.id}`, async () => {
          const answer = await ask(clients.get(role), operation, own, own.id)

          expect(answer.status).to.equal(403)
          expect(answer.body.missing).to.equal(permission)
        })
      }
      for (const role of minimumRole[permission].filter((one) => asked.includes(one))) {
        it(`${role} is allowed by ${operation.id}`, async () => {
          const answer = await ask(clients.get(role), operation, own, own.id)

          expect(answer.status, JSON.stringify(answer.body)).to.equal(answerTo(operation))
        })
      }
    }

    for (const operation of withTenant) {
      it(`a platform role gets 404 from ${operation.id} for an unknown tenant`, async () => {
        const answer = await ask(clients.get('platform_admin'), operation, own, randomUUID())

        expect(answer.status).to.equal(404)
      })
    }

    for (const operation of onObjects) {
      const permission = operation.permission as Permission
      for (const role of (minimumRole[permission] ?? []).filter((one) => one === 'tenant_admin')) {
        it(`${role} gets from ${operation.id} the same 404 for another tenant’s object as for an unknown one`, async () => {
          const theirs = await ask(clients.get(role), operation, foreign, null)
          const none = await ask(clients.get(role), operation, null, null)

          expect(theirs.status).to.equal(404)
          expect(describeAnswer(theirs)).to.deep.equal(describeAnswer(none))
        })
      }
      if (withTenant.includes(operation)) {
        it(`a platform role gets 404 from ${operation.id} for an object of another tenant than named`, async () => {
          const answer = await ask(clients.get('platform_admin'), operation, foreign, own.id)

          expect(answer.status).to.equal(404)
        })
      }
    }

    const forTenants = operations.filter(({ permission }) => permission !== 'tenant:manage')
    for (const [operation, parameter] of forTenants.flatMap(referencesIn)) {
      it(`${operation.id} treats another tenant’s id like an unknown one in '${parameter}'`, async () => {
        const client = clients.get('tenant_admin')
        const theirs = await askWith(client, operation, parameter, foreignIdFor(parameter, foreign))
        const none = await askWith(client, operation, parameter, randomUUID())

        expect(theirs.status).to.be.oneOf([200, 404, 422])
        expect(describeAnswer(theirs)).to.deep.equal(describeAnswer(none))
      })
    }

    /** Sends a request of the own tenant that is valid except for this id. */
    function askWith(client: Client | undefined, operation: ContractOperation, parameter: string, id: string) {
      if (operation.method === 'GET') {
        // refusals of the tenant's own users are recorded under the requested id
        const queries = { ...own.queries, 'listAudit.outcome': 'done', [`${operation.id}.${parameter}`]: id }
        return ask(client, operation, { ...own, queries }, null)
      }
      const device = operation.id === 'createDevice' ? aDevice() : {}
      const isList = operation.body?.properties?.[parameter]?.type === 'array'
      const body = JSON.stringify({ ...device, [parameter]: isList ? [id] : id })
      return client!.send(operation.method, fill(operation.path, own.ids), body, { 'content-type': 'application/json' })
    }

    for (const operation of operations.filter(isScopedWrite)) {
      it(`a platform role gets 400 from ${operation.id} if it names no tenant`, async () => {
        const answer = await ask(clients.get('platform_admin'), operation, own, null)

        expect(answer.status).to.equal(400)
      })
    }
  })
})

function isScopedWrite(operation: ContractOperation): boolean {
  return operation.method !== 'GET' && !operation.isUnscoped && operation.permission !== 'signed-in'
}

/** Ids of other objects that a request may contain, in its query or body, in addition to those of its path. */
function referencesIn(operation: ContractOperation): [ContractOperation, string][] {
  const isId = ({ format, items }: Schema) => (items ?? { format }).format === 'uuid'
  const inQuery = operation.parameters.filter((one) => one.in === 'query' && one.name !== 'tenant' && isId(one.schema))
  const inBody = Object.entries(operation.body?.properties ?? {}).filter(([, schema]) => isId(schema))
  return [...inQuery.map(({ name }) => name), ...inBody.map(([name]) => name)].map((name) => [operation, name])
}

function foreignIdFor(parameter: string, { ids, queries }: FullScene): string {
  const known: Record<string, string | undefined> = {
    ...ids,
    from: queries['diffVersions.from'],
    to: queries['diffVersions.to'],
    other: queries['diffSnapshots.other'],
    credential_api_id: ids['credential_id'],
    credential_ssh_id: ids['credential_id'],
    agent_ids: ids['agent_id'],
    device_ids: ids['device_id'],
    first_device_id: ids['device_id'],
    second_device_id: ids['device_id'],
    code_id: ids['device_id'],
    created_by: ids['user_id'],
    ids: ids['device_id'],
    object_id: ids['device_id'],
    schedule_id: ids['report_schedule_id'],
    version_ids: ids['version_id'],
    after: ids['event_id'],
    before: ids['event_id'],
  }
  return known[parameter] ?? expect.fail(`the test knows no id for '${parameter}'`)
}

/** Returns an answer without its request id. */
function describeAnswer({ status, body }: Answer) {
  const { request_id: _, ...rest } = body
  return { status, body: Array.isArray(body) ? body : rest }
}

/** Sends a read, or a write that is rejected even for authorised callers, so that nothing is changed. */
function ask(client: Client | undefined, operation: ContractOperation, whose: FullScene | null, tenant: string | null) {
  if (!client) throw new Error('a role without a client')
  const where = fill(operation.path, whose?.ids ?? {}).replace(/\{\w+\}/g, randomUUID())
  const query = new URLSearchParams()
  if (tenant && operation.parameters.some(({ name }) => name === 'tenant')) query.set('tenant', tenant)
  for (const { name, required } of operation.parameters.filter((parameter) => parameter.in === 'query')) {
    const value = whose?.queries[`${operation.id}.${name}`] ?? (required ? randomUUID() : undefined)
    if (value) query.set(name, value)
  }
  if (operation.method !== 'GET' && !operation.body) query.set('surprise', '1')
  const address = query.size > 0 ? `${where}?${query}` : where
  const body = operation.body ? '{"surprise":1}' : undefined
  return client.send(operation.method, address, body, { 'content-type': 'application/json' })
}

/** A read succeeds; a write is rejected for its invalid body, or its missing one if a form is required. */
function answerTo({ method, id }: ContractOperation): number {
  if (id === 'listBreakGlassConfigurations') return 404 // only for the user who registered the copy
  return method === 'GET' ? 200 : 422
}
