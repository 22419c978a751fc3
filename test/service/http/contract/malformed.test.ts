import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type ContractOperation, type Schema, fill, readContract } from '../../../support/contract.ts'
import { type Client, type Customer, type TestService, startTestService } from '../../../support/service.ts'

const operations = readContract().filter((operation) => operation.permission !== 'agent')
const secured = operations.filter((operation) => operation.needsBearer)
const withBody = operations.filter((operation) => operation.body)
const withId = secured.filter((operation) => operation.path.includes('{'))

describe('every operation of the contract', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    customer = await service.hasCustomer()
  })
  after(() => service.close())

  /** An address that is right but for what a test makes wrong: ids that exist where the customer has such a thing. */
  async function addressOf(operation: ContractOperation, query: Record<string, string> = {}) {
    const device = operation.path.includes('{device_id}') ? (await customer.hasDevice()).id : randomUUID()
    const where = fill(operation.path, {
      customer_id: customer.id,
      device_id: device,
      agent_id: operation.path.includes('{agent_id}') ? (await customer.hasAgent()).id : '',
      credential_id: operation.path.includes('{credential_id}') ? (await customer.hasCredential()).id : '',
      user_id: operation.path.includes('{user_id}') ? await aUser(customer) : '',
    }).replace(/\{\w+\}/g, randomUUID())
    const takesTenant = operation.parameters.some(({ name }) => name === 'tenant')
    const all = new URLSearchParams({
      ...(takesTenant && { tenant: customer.id }),
      ...requiredQuery(operation),
      ...query,
    })
    return all.size > 0 ? `${where}?${all}` : where
  }

  async function aUser(of: Customer): Promise<string> {
    const email = `${randomUUID()}@example.net`
    const body = { email, name: 'Somebody', role: 'tenant_readonly', password: 'long enough for us' }
    return (await admin.post(`/api/users?tenant=${of.id}`, body)).body.id
  }

  for (const operation of secured) {
    it(`${operation.id} answers 401 without a token, before anything else`, async () => {
      const bare = await service.nobody.send(
        operation.method,
        fill(operation.path, {}).replace(/\{\w+\}/g, 'x'),
        'not json',
        json,
      )
      const wrong = await service.nobody.send(operation.method, await addressOf(operation), undefined, {
        authorization: 'Bearer nonsense',
      })

      expect([bare.status, wrong.status]).to.deep.equal([401, 401])
      expectProblem(bare.body)
    })

    it(`${operation.id} answers 422 for a parameter that it does not have`, async () => {
      const answer = await admin.send(
        operation.method,
        await addressOf(operation, { surprise: '1' }),
        bodyFor(operation),
        json,
      )

      expect(answer.status).to.be.oneOf(isObjectUnknown(operation) ? [404] : [422])
      expectProblem(answer.body)
    })
  }

  for (const operation of withId) {
    it(`${operation.id} answers 422 for an id that is none, and 404 for one that is unknown`, async () => {
      const query = new URLSearchParams({ tenant: customer.id, ...requiredQuery(operation) })
      const malformed = await admin.send(
        operation.method,
        `${operation.path.replace(/\{\w+\}/g, 'not-a-uuid')}?${query}`,
        bodyFor(operation),
        json,
      )
      const unknown = await admin.send(
        operation.method,
        `${operation.path.replace(/\{\w+\}/g, randomUUID())}?${query}`,
        bodyFor(operation),
        json,
      )

      expect([malformed.status, unknown.status]).to.deep.equal([422, 404])
      expectProblem(malformed.body)
      expectProblem(unknown.body)
    })
  }

  for (const operation of withBody) {
    it(`${operation.id} answers 400 for a body that is no JSON`, async () => {
      const answer = await admin.send(operation.method, await addressOf(operation), '{"a": ', json)

      expect(answer.status).to.equal(isObjectUnknown(operation) ? 404 : 400)
      expectProblem(answer.body)
    })

    it(`${operation.id} answers 422 for bodies of the wrong shape, and never 500`, async () => {
      const address = await addressOf(operation)
      for (const body of wrongBodies(operation.body as Schema)) {
        const answer = await admin.send(operation.method, address, JSON.stringify(body), json)

        const allowed = isObjectUnknown(operation) ? [404] : [422]
        expect(answer.status, JSON.stringify(body).slice(0, 200)).to.be.oneOf(allowed)
        expectProblem(answer.body)
      }
    })
  }

  for (const operation of secured.filter(({ parameters }) => parameters.some((one) => one.in === 'query'))) {
    it(`${operation.id} answers 422 for query values of the wrong kind, and never 500`, async () => {
      for (const [name, value] of wrongQueries(operation)) {
        const answer = await admin.send(
          operation.method,
          await addressOf(operation, { [name]: value }),
          bodyFor(operation),
          json,
        )

        expect(answer.status, `${name}=${value.slice(0, 60)}`).to.be.oneOf(isObjectUnknown(operation) ? [404] : [422])
      }
    })
  }

  it('that is none is a 404, and a known path with another method a 405', async () => {
    const unknown = await admin.get('/api/nothing-here')
    const method = await admin.put('/api/devices', {})

    expect([unknown.status, method.status]).to.deep.equal([404, 405])
  })
})

const json = { 'content-type': 'application/json' }

/** Operations on things that a customer without backups does not have: their ids are unknown here. */
function isObjectUnknown(operation: ContractOperation): boolean {
  return /\{(run_id|artifact_id|version_id|snapshot_id|fingerprint_id)\}/.test(operation.path)
}

function bodyFor(operation: ContractOperation): string | undefined {
  return operation.bodyRequired ? '{}' : undefined
}

function requiredQuery(operation: ContractOperation): Record<string, string> {
  const needed = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
  return Object.fromEntries(needed.map(({ name, schema }) => [name, schema.format === 'uuid' ? randomUUID() : 'x']))
}

function wrongBodies(schema: Schema): unknown[] {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'tenant_id')
  const base = Object.fromEntries(
    properties.filter(([name]) => schema.required?.includes(name)).map(([name, one]) => [name, sample(one)]),
  )
  return [
    [],
    'text',
    17,
    null,
    { ...base, surprise: true },
    ...(schema.required ?? []).map((name) => Object.fromEntries(Object.entries(base).filter(([key]) => key !== name))),
    ...properties.flatMap(([name, one]) => wrongValues(one).map((value) => ({ ...base, [name]: value }))),
  ]
}

/** Values that a schema does not admit. */
function wrongValues(schema: Schema): unknown[] {
  const types = new Set([schema.type ?? []].flat())
  const wrong: unknown[] = []
  if (!types.has('object')) wrong.push({ nested: true })
  if (!types.has('array')) wrong.push([['x']])
  if (!types.has('boolean') && !types.has('string')) wrong.push('certainly not')
  if (types.has('string') && schema.maxLength) wrong.push('x'.repeat(schema.maxLength + 1))
  if (types.has('string') && (schema.pattern || schema.format || schema.enum)) wrong.push('\u0000 \u0007')
  if (types.has('integer') || types.has('number')) wrong.push('12x', 1e308)
  if (types.has('array') && schema.maxItems) wrong.push(Array.from({ length: schema.maxItems + 1 }, (_, at) => `${at}`))
  if (!types.has('null') && schema.type !== undefined) wrong.push(null)
  return wrong
}

function wrongQueries(operation: ContractOperation): [string, string][] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }): [string, string][] => {
      if (schema.enum) return [[name, 'none-of-these']]
      if (schema.format === 'uuid') return [[name, '17']]
      if (schema.format === 'date-time') return [[name, 'yesterday']]
      if (schema.type === 'boolean') return [[name, 'perhaps']]
      if (schema.type === 'integer')
        return [
          [name, '1.5'],
          [name, `${(schema.maximum ?? 2 ** 53) * 10}`],
          [name, `${(schema.minimum ?? 0) - 1}`],
        ]
      if (schema.maxLength && schema.maxLength < 5000) return [[name, 'x'.repeat(schema.maxLength + 1)]]
      return []
    })
}

function sample(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.format === 'uuid') return randomUUID()
  if (schema.pattern?.includes('@')) return 'somebody@example.net'
  const type = [schema.type].flat()[0]
  if (type === 'string') return 'x'.repeat(Math.max(1, schema.minLength ?? 1))
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1
  if (type === 'boolean') return true
  return type === 'array' ? [] : {}
}

function expectProblem(body: Record<string, unknown>) {
  expect(body).to.include.all.keys('type', 'title', 'status', 'request_id')
}
