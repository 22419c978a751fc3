import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { bodySha256, exchangeHeaders, writeContentDigest } from '../../../../shared/agent-protocol/exchange.ts'
import { type ContractOperation, type Schema, fill, readContract } from '../../../support/contract.ts'
import { aTable } from '../../../support/inventories.ts'
import { type Client, type TestService, startTestService } from '../../../support/service.ts'
import { shortIntervals } from '../../../support/short-intervals.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'

/** SCIM has errors of its own: test/service/http/scim.test.ts. */
const isOfScim = ({ path }: { path: string }) => path.startsWith('/api/scim/')
const operations = readContract().filter((one) => one.permission !== 'agent' && !isOfScim(one))
const secured = operations.filter((operation) => operation.needsBearer)
const withBody = operations.filter((operation) => operation.body)
const changing = operations.filter(({ method }) => method !== 'GET')
const ofAgents = readContract().filter(({ permission, body }) => permission === 'agent' && body)
const withId = secured.filter((operation) => operation.path.includes('{'))

describe('every operation of the contract', () => {
  let service: TestService
  let admin: Client
  let customer: FullScene
  before(async function () {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
    admin = await service.as('platform_admin')
    customer = await createFullScene(service)
  })
  after(() => service.close())

  /** Returns an address that is valid except for a test's change. */
  function addressOf(operation: ContractOperation, query: Record<string, string> = {}): string {
    const takesTenant = operation.parameters.some(({ name }) => name === 'tenant')
    const all = new URLSearchParams({ ...(takesTenant && { tenant: customer.id }), ...required(operation), ...query })
    const where = fill(operation.path, customer.ids)
    return all.size > 0 ? `${where}?${all}` : where
  }

  function required(operation: ContractOperation): Record<string, string> {
    const needed = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required)
    return Object.fromEntries(
      needed.map(({ name }) => [name, customer.queries[`${operation.id}.${name}`] ?? randomUUID()]),
    )
  }

  /** Uses unknown objects, so that an operation without a body does not succeed. */
  function addressOfUnknown(operation: ContractOperation): string {
    return addressOf({ ...operation, path: operation.path.replace(/\{\w+\}/g, randomUUID()) })
  }

  for (const operation of secured) {
    it(`${operation.id} responds 401 without a token, before anything else`, async () => {
      const bare = await service.anonymous.send(
        operation.method,
        fill(operation.path, {}).replace(/\{\w+\}/g, 'x'),
        operation.method === 'GET' ? undefined : 'not json',
        json,
      )
      const wrong = await service.anonymous.send(operation.method, addressOf(operation), undefined, {
        authorization: 'Bearer nonsense',
      })

      expect([bare.status, wrong.status]).to.deep.equal([401, 401])
      expectProblem(bare.body)
    })

    if (!operation.ignoresQuery)
      it(`${operation.id} responds 422 for an unknown parameter`, async () => {
        const answer = await admin.send(
          operation.method,
          addressOf(operation, { surprise: '1' }),
          bodyFor(operation),
          headersFor(operation),
        )

        expect(answer.status).to.equal(422)
        expectProblem(answer.body)
      })
  }

  for (const operation of withId) {
    it(`${operation.id} responds 422 for an invalid id, and 404 for an unknown one`, async () => {
      const query = new URLSearchParams({ tenant: customer.id, ...required(operation) })
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

  for (const operation of secured.filter((one) => one.method === 'GET' && takesIds(one))) {
    it(`${operation.id} treats ids in capital and small letters equally`, async () => {
      const small = addressOf(operation)
      const capitals = small.replace(uuids, (id) => id.toUpperCase())
      await admin.get(small) // the first read creates a record, which later listings include

      const [wanted, answer] = [await admin.get(small), await admin.get(capitals)]

      expect(capitals).to.not.equal(small)
      expect(answer.status).to.equal(wanted.status)
      expect({ ...answer.body, request_id: '' }).to.deep.equal({ ...wanted.body, request_id: '' })
    })
  }

  for (const operation of withBody) {
    it(`${operation.id} responds 400 for a body that is not JSON`, async () => {
      const answer = await admin.send(operation.method, addressOf(operation), '{"a": ', json)

      expect(answer.status).to.equal(400)
      expectProblem(answer.body)
    })

    it(`${operation.id} responds 422 for bodies of the wrong shape, and never 500`, async () => {
      const address = addressOf(operation)
      for (const body of wrongBodies(operation.body as Schema)) {
        const answer = await admin.send(operation.method, address, JSON.stringify(body), {
          ...json,
          ...digestFor(operation, JSON.stringify(body)),
        })

        expect(answer.status, JSON.stringify(body).slice(0, 200)).to.equal(422)
        expectProblem(answer.body)
      }
    })
  }

  for (const operation of changing) {
    it(`${operation.id} handles empty, null, array, string and other content types, and never responds 500`, async () => {
      const client = operation.permission === 'signed-in' ? await service.as('platform_admin') : admin
      const address = operation.takesBody ? addressOf(operation) : addressOfUnknown(operation)
      const statuses: number[] = []
      for (const [body, type] of emptyAndWrong) {
        const headers = { ...(type && { 'content-type': type }), ...digestFor(operation, body) }
        const answer = await client.send(operation.method, address, body, headers)
        statuses.push(answer.status)
        if (answer.status === 422) expect(answer.body.errors, String(body)).to.have.length.above(0)
      }

      if (operation.bodyRequired) expect(statuses).to.deep.equal([422, 422, 422, 422, 422, 415, 415])
      else expect(Math.max(...statuses)).to.be.below(500)
    })
  }

  for (const operation of ofAgents) {
    it(`${operation.id} handles empty, null, array and string bodies of a signed agent, and never responds 500`, async () => {
      const where = operation.path.replace(/\{\w+\}/g, randomUUID())
      for (const body of [undefined, null, [], 'text']) {
        const answer = await customer.agent.send(operation.method, where, body)

        expect(answer.status, JSON.stringify(body)).to.be.within(400, 499)
      }
    })
  }

  for (const operation of secured.filter(({ takesBody, method }) => !takesBody && method !== 'GET')) {
    it(`${operation.id} responds 422 for a body, because it accepts none`, async () => {
      const address = addressOf(operation)
      const answers = [
        await admin.send(operation.method, address, '{"all_devices": true}', json),
        await admin.send(operation.method, address, '[]', json),
        await admin.send(operation.method, address, 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      ]

      expect(answers.map(({ status }) => status)).to.deep.equal([422, 422, 422])
      expect(answers[0]?.body.errors[0].path).to.equal('body')
    })
  }

  for (const operation of secured.filter(({ parameters }) => parameters.some((one) => one.in === 'query'))) {
    it(`${operation.id} responds 422 for query values of the wrong kind, and never 500`, async () => {
      for (const [name, value] of wrongQueries(operation)) {
        const answer = await admin.send(
          operation.method,
          addressOf(operation, { [name]: value }),
          bodyFor(operation),
          headersFor(operation),
        )

        expect(answer.status, `${name}=${value.slice(0, 60)}`).to.equal(422)
      }
    })
  }

  for (const operation of withBody) {
    it(`${operation.id} accepts or rejects unusual text, and never responds 500`, async () => {
      const properties = Object.entries((operation.body as Schema).properties ?? {})
      for (const [at, [name, schema]] of properties.filter(([, one]) => typesOf(one).has('string')).entries()) {
        for (const text of strangeTextsOf(at)) {
          const body = { ...baseOf(operation.body as Schema), [name]: text }
          const answer = await admin.send(operation.method, addressOf(operation), JSON.stringify(body), json)

          expect(answer.status, `${name}: ${JSON.stringify(text)} (${schema.pattern})`).to.be.below(500)
        }
      }
    })
  }

  for (const operation of secured.filter(({ method }) => method === 'GET')) {
    it(`${operation.id} accepts or rejects an unusual query, and never responds 500`, async () => {
      const parameters = operation.parameters.filter((one) => one.in === 'query')
      for (const [at, { name }] of parameters.entries()) {
        for (const value of ['%00', strangeQueryValues[at % strangeQueryValues.length]]) {
          const answer = await admin.get(`${addressOf(operation)}&${name}=${value}`)

          expect(answer.status, `${name}=${value}`).to.be.below(500)
        }
        const only = await admin.get(`${fill(operation.path, customer.ids)}?${name}=%00`)
        expect(only.status, `${name} only`).to.be.below(500)
      }
    })
  }

  for (const operation of ofAgents) {
    it(`${operation.id} responds 422 to a signed agent for bodies of the wrong shape, and never 500`, async () => {
      const where = operation.path.replace(/\{\w+\}/g, randomUUID())
      for (const body of wrongBodies(operation.body as Schema)) {
        const answer = await customer.agent.send(operation.method, where, body)

        expect(answer.status, JSON.stringify(body).slice(0, 200)).to.equal(422)
        expectProblem(answer.body)
      }
    })

    it(`${operation.id} accepts or rejects unusual text of a signed agent, and never responds 500`, async () => {
      const where = operation.path.replace(/\{\w+\}/g, randomUUID())
      const schema = operation.body as Schema
      for (const text of strangeTexts) {
        const answer = await customer.agent.send(operation.method, where, everywhere(schema, text))

        expect(answer.status, JSON.stringify(text)).to.be.below(500)
      }
    })
  }
})

const json = { 'content-type': 'application/json' }

/** Bodies with their content types: the first five are invalid, or of a type that no operation accepts. */
const emptyAndWrong: [string | undefined, string | undefined][] = [
  [undefined, 'application/json'],
  [undefined, undefined],
  ['null', 'application/json'],
  ['[]', 'application/json'],
  ['"text"', 'application/json'],
  ['{}', 'text/plain'],
  ['a=b', 'application/x-www-form-urlencoded'],
]

/** The headers that enrolment requires, as the only operation without a session. */
function digestFor({ id }: ContractOperation, body = ''): Record<string, string> {
  if (id !== 'agentEnroll') return {}
  return { [exchangeHeaders.digest]: writeContentDigest(bodySha256(Buffer.from(body))) }
}

function bodyFor(operation: ContractOperation): string | FormData | undefined {
  if (operation.takesBody && !operation.body) return aTable('name\n')
  return operation.bodyRequired ? '{}' : undefined
}

/** A form sets its own content type. */
function headersFor(operation: ContractOperation): Record<string, string> {
  return operation.takesBody && !operation.body ? {} : json
}

function wrongBodies(schema: Schema): unknown[] {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => name !== 'tenant_id')
  const base = baseOf(schema)
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

/** The required fields of a body. */
function baseOf(schema: Schema): Record<string, unknown> {
  const needed = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
  return Object.fromEntries(needed.map(([name, one]) => [name, sample(one)]))
}

/**
 * Valid JSON strings: text that a database cannot store, half of a surrogate pair, bidirectional text, names of
 * objects.
 */
const strangeTexts = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b',
  '__proto__',
  "'; drop table x; --",
  '%s%n$1',
]

/** Returns the texts that PostgreSQL cannot store, and others in turn: all of them after a few fields. */
function strangeTextsOf(field: number): string[] {
  return strangeTexts.filter((_, at) => at === 0 || at === 2 || at % 4 === field % 4)
}

const strangeQueryValues = ['%ff', '%ED%A0%80', `${'%2e%2e/'.repeat(20)}etc`, '9999-12-31T23:59:60Z', '%25']

/** A valid body with this text in every field that accepts any text. */
function everywhere(schema: Schema, text: string): unknown {
  if (schema.oneOf || schema.allOf) return everywhere((schema.oneOf ?? schema.allOf)![0]!, text)
  if (typesOf(schema).has('object')) {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([name, one]) => [name, everywhere(one, text)]))
  }
  if (typesOf(schema).has('array')) return [everywhere(schema.items ?? {}, text)]
  const isAny =
    typesOf(schema).has('string') && !schema.enum && !schema.format && !/\[A-Z|9a-f/.test(schema.pattern ?? '')
  return isAny ? text : sample(schema)
}

function typesOf(schema: Schema): Set<string> {
  return new Set([schema.type ?? []].flat())
}

/** Values that a schema rejects. */
function wrongValues(schema: Schema): unknown[] {
  if (schema.oneOf || schema.allOf) return [{ nested: true }]
  const types = typesOf(schema)
  const wrong: unknown[] = []
  if (!types.has('object')) wrong.push({ nested: true })
  if (!types.has('array')) wrong.push([['x']])
  if (!types.has('boolean') && !types.has('string')) wrong.push('certainly not')
  if (types.has('string') && schema.maxLength) wrong.push('x'.repeat(schema.maxLength + 1))
  if (types.has('string') && (schema.pattern || schema.format || schema.enum)) wrong.push('\u0000 \u0007')
  if (schema.format === 'date-time') wrong.push(...noInstants)
  if (schema.format === 'date') wrong.push(...noDays)
  if (types.has('integer') || types.has('number')) wrong.push('12x', 1e308)
  if (types.has('array') && schema.maxItems) wrong.push(Array.from({ length: schema.maxItems + 1 }, (_, at) => `${at}`))
  if (!types.has('null') && schema.type !== undefined) wrong.push(null)
  return wrong
}

/** Except for the first, of the right format but not valid dates or times. */
const noDays = ['yesterday', '2026-02-30', '2027-02-29', '2026-04-31', '2026-13-01', '2026-00-10']
const noInstants = [
  ...noDays.map((day) => `${day}T00:00:00Z`),
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T00:00:00+24:00',
]

function takesIds({ path, parameters }: ContractOperation): boolean {
  return path.includes('_id}') || parameters.some(({ schema }) => schema.format === 'uuid')
}

const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function wrongQueries(operation: ContractOperation): [string, string][] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .flatMap(({ name, schema }): [string, string][] => {
      if (schema.enum) return [[name, 'none-of-these']]
      if (schema.format === 'uuid') {
        return [
          [name, '17'],
          [name, `urn:uuid:${randomUUID()}`],
        ]
      }
      if (schema.format === 'date-time') return noInstants.map((value) => [name, value])
      if (schema.format === 'date') return noDays.map((value) => [name, value])
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
