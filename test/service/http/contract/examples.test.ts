import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { hasPendingApproval } from '../../../support/pending-approval.ts'
import { BreakGlassCopy } from '../../../../service/store/models/break-glass-copy.ts'
import { inScope } from '../../../../service/store/scope.ts'
import { aNetboxDevice, createNetbox } from '../../../support/netbox.ts'
import { createRestorableVersion } from '../../../support/scene/restorable.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../../support/service.ts'
import { type ValidRequest, validRequest } from '../../../support/valid-requests.ts'
import { type Parameter, fill, readContract } from '../../../support/contract.ts'

/** The second device of pairs in the document. */
const secondDevice = '01980f3a-5c00-7000-8000-000000000035'

interface Example {
  id: string
  method: string
  path: string
  /** The entries of the document beside `in` and `name`. */
  parameters: { name: string; in: string; required?: boolean; example?: unknown }[]
  /** One for each name. */
  bodies: Record<string, unknown>
  successes: number[]
}

/** Preparations of a test for an example: ids that replace the tenant's own, or another client. */
interface Ready {
  ids?: Record<string, string>
  client?: Client
  /** Of the tenant that it concerns. */
  slug?: string
}

interface DocumentOperation {
  operationId: string
  parameters?: { $ref?: string }[]
  requestBody?: { content: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }> }
  responses: Record<string, unknown>
}

const document = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../../../shared/contract/openapi.json'), 'utf8'),
)
const peoples = readContract().filter(({ permission, path: where }) => {
  return permission !== 'agent' && !where.startsWith('/api/agent/') && !where.startsWith('/api/scim/')
})
/** Each query parameter of a user operation. Cursors are excluded, because they cannot be predicted. */
const questions = peoples.flatMap((operation) =>
  operation.parameters
    .filter((parameter) => parameter.in === 'query' && !['tenant', 'cursor'].includes(parameter.name))
    .map((parameter) => ({ operation, parameter })),
)
const withBodies = readExamples().filter(
  ({ bodies, path: where }) => Object.keys(bodies).length > 0 && !where.startsWith('/api/scim/'),
)
/** Their bodies contain a code or a signature that is valid once, or need an identity provider. */
const once = [
  ...['loginWithSecondFactor', 'confirmTotp', 'addPasskey'],
  ...['beginSsoLogin', 'completeSsoLogin', 'beginSsoConfirmation', 'completeSsoConfirmation'],
  ...['findLoginCode', 'confirmLoginCode', 'rejectLoginCode', 'completeLoginCode', 'completeConfirmationCode'],
]

describe('the examples of the contract', () => {
  let service: TestService
  let admin: Client
  let customer: FullScene
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    customer = await createFullScene(service)
  })
  after(() => service.close())

  it('exist for every JSON body that users send', () => {
    const needed = peoples.filter(({ body }) => body)

    expect(withBodies.map(({ id }) => id)).to.include.members(needed.map(({ id }) => id))
  })

  it('exist for every query parameter that users send', () => {
    const without = questions.filter(({ parameter }) => parameter.example === undefined)

    expect(without.map(({ operation, parameter }) => `${operation.id}.${parameter.name}`)).to.deep.equal([])
  })

  for (const { operation, parameter } of questions) {
    it(`succeed: ${operation.id} with the documented ${parameter.name}`, async () => {
      const { ids, body, form, client = admin, query: needed = {} } = await validReady(operation.id)
      const where = inDocument(operation.id).replace('{level}', levelFor(parameter.name))
      const query = new URLSearchParams()
      if (operation.parameters.some(({ name }) => name === 'tenant')) query.set('tenant', customer.id)
      for (const one of operation.parameters.filter(({ in: place }) => place === 'query')) {
        const isNeeded = one.required === true || customer.queries[`${operation.id}.${one.name}`] !== undefined
        if (isNeeded || one === parameter) query.set(one.name, needed[one.name] ?? questionOf(operation.id, one))
      }

      const sent = form ?? (body && JSON.stringify(body))
      const headers = body && !form ? { 'content-type': 'application/json' } : undefined
      const target = `${fill(where, { ...customer.ids, ...ids })}?${query}`
      const answer = await client.send(operation.method, target, sent, headers)

      expect(answer.status, JSON.stringify(answer.body)).to.be.within(200, 303)
    })
  }

  for (const example of withBodies.filter(({ id }) => !once.includes(id))) {
    for (const [name, body] of Object.entries(example.bodies)) {
      it(`succeed: ${example.id} with the documented example ${name}`, async () => {
        const { ids = {}, client = admin, slug = customer.slug } = await ready(example.id)
        const names = { ...customer.ids, ...ids }
        const where = example.path
          .replace('{level}', 'customer')
          .replace(/\{(\w+)\}/g, (_, id: string) => names[id] ?? id)
        const named = example.parameters.some((one) => one.name === 'tenant') ? `?tenant=${customer.id}` : ''

        const answer = await client.send(example.method, where + named, JSON.stringify(inPlace(body, slug)), {
          'content-type': 'application/json',
        })

        expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf(example.successes)
      })
    }
  }

  /** Replaces the document's ids with those of the tenant, and its slug with the tenant's. */
  function inPlace(body: unknown, slug: string): unknown {
    const places = new Map<unknown, unknown>([
      ['acme', slug],
      [secondDevice, customer.twinId],
    ])
    for (const [id, value] of idsOfDocument()) places.set(value, customer.ids[id])
    return JSON.parse(JSON.stringify(body), (_name, value) => places.get(value) ?? value)
  }

  /** Returns the value of the document if it is valid for this tenant; a day must have records. */
  function questionOf(id: string, { name, example }: Parameter): string {
    const said: Record<string, string | undefined> = {
      'dailyReport.day': service.dependencies.now().toISOString().slice(0, 10),
      'listEvents.after': customer.ids['event_id'],
      'listEvents.before': customer.ids['event_id'],
      ...customer.queries,
    }
    return said[`${id}.${name}`] ?? String(inPlace(example, customer.slug))
  }

  const arrange: Record<string, () => Promise<Ready>> = {
    async login() {
      await hasAnna()
      return { client: service.anonymous }
    },
    async changePassword() {
      const anna = await hasAnna()
      const { token } = must(await service.anonymous.post('/api/auth/login', anna), 200)
      return { client: clientOf(service.url, token) }
    },
    async confirmIdentity() {
      const anna = await hasAnna()
      const { token } = must(await service.anonymous.post('/api/auth/login', anna), 200)
      return { client: clientOf(service.url, token) }
    },
    async importNetbox() {
      service.dependencies.outgoing = createNetbox({ devices: [aNetboxDevice({ name: 'from-netbox' })] }).outgoing
      return {}
    },
    async applyFleet() {
      const item = {
        tenant_id: customer.id,
        fleet_id: customer.ids['fleet_id'],
        key: 'L_646829496481105433',
        name: 'Ghent',
        organisation_id: '2930418',
        organisation: 'Acme',
        product_types: ['switch'],
        is_seen: true,
      }
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('fleet_items').insert(item))
      return {}
    },
    async restoreVersion() {
      return { ids: { version_id: (await createRestorableVersion(service, customer)).version.id } }
    },
    async contactBreakGlassCopy() {
      const [example] = Object.values(withBodies.find(({ id }) => id === 'contactBreakGlassCopy')?.bodies ?? {})
      const contactHash = createHash('sha256')
        .update((example as { key: string }).key)
        .digest()
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        BreakGlassCopy.query(trx).findById(customer.ids['copy_id']!).patch({ contactHash }),
      )
      return { client: service.anonymous }
    },
    async rejectRequest() {
      return { ids: { approval_id: await hasPendingApproval(service, customer.id) } }
    },
    async readBreakGlassContents() {
      return validReady('readBreakGlassContents')
    },
    async createPlatformDocumentTest() {
      return validReady('createPlatformDocumentTest')
    },
    async tryPlatformDocument() {
      return validReady('tryPlatformDocument')
    },
    async approveAddress() {
      return { ids: { device_id: (await customer.hasDevice()).id } }
    },
    async updateUser() {
      return validReady('updateUser')
    },
    async destroyKey() {
      const doomed = await service.hasTenant()
      return { ids: { customer_id: doomed.id }, slug: doomed.slug }
    },
  }

  async function ready(id: string): Promise<Ready> {
    return (await arrange[id]?.()) ?? {}
  }

  async function validReady(id: string): Promise<ValidRequest> {
    const operation = readContract().find((one) => one.id === id)
    if (!operation) throw new Error(`the contract has no ${id}`)
    return validRequest({ service, role: 'platform_admin', customer, secret: 'a secret of twelve' }, operation)
  }

  let annas: Promise<{ email: string; password: string }> | undefined
  /** Adds the user of the login example. */
  function hasAnna() {
    annas ??= (async () => {
      const [anna] = Object.values(withBodies.find(({ id }) => id === 'login')?.bodies ?? {}) as [
        { email: string; password: string },
      ]
      must(await admin.post('/api/users', { ...anna, name: 'Anna', role: 'platform_operator' }), 201)
      return anna
    })()
    return annas
  }
})

/** If a level concerns one device or one site, the name of its parameter shows it. */
function levelFor(parameter: string): string {
  if (parameter === 'device_id') return 'device'
  return parameter === 'site' ? 'site' : 'customer'
}

function inDocument(id: string): string {
  return readExamples().find((example) => example.id === id)?.path ?? ''
}

function idsOfDocument(): [string, unknown][] {
  const parameters = Object.values<{ name: string; in: string; example?: unknown }>(document.components.parameters)
  return parameters
    .filter(({ in: place, example }) => place === 'path' && example)
    .map(({ name, example }) => [name, example])
}

function readExamples(): Example[] {
  const resolve = (one: { $ref?: string }) =>
    one.$ref ? document.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one
  return Object.entries<Record<string, DocumentOperation>>(document.paths).flatMap(([where, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const { operationId, parameters = [], requestBody, responses } = operation
      const json = requestBody?.content['application/json']
      const bodies = Object.entries(json?.examples ?? {}).map(([name, { value }]) => [name, value] as const)
      if (json && 'example' in json) bodies.push(['its example', json.example])
      return {
        id: operationId,
        method: method.toUpperCase(),
        path: where,
        parameters: parameters.map(resolve),
        bodies: Object.fromEntries(bodies),
        successes: Object.keys(responses)
          .map(Number)
          .filter((status) => status >= 200 && status < 300),
      }
    }),
  )
}
