import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { components } from '../../shared/contract/api-types.ts'
import { type Role, isPlatformRole } from '../../shared/permissions/permissions.ts'
import { createApp } from '../../service/http/app.ts'
import { createServer } from '../../service/http/create-server.ts'
import type { OutboundClient } from '../../service/outbound/outbound-client.ts'
import type { Dependencies } from '../../service/dependencies.ts'
import { Session } from '../../service/store/models/session.ts'
import { User } from '../../service/store/models/user.ts'
import { inScope } from '../../service/store/scope.ts'
import { type TestDatabase, freshDatabase } from './database.ts'
import { temporaryFolder } from './temporary-folders.ts'
import { type TestDependenciesOptions, createTestDependencies } from './test-dependencies.ts'

type Schemas = components['schemas']

/** An answer. `body` is the parsed JSON, or the text if it is not JSON. */
export interface Answer<Body = never> {
  status: number
  // A test states the expected body in its assertions.
  body: [Body] extends [never] ? ReturnType<typeof JSON.parse> : Body
  headers: Headers
  bytes: Buffer
}

/** A client, logged in or not. Paths are used unchanged, so `?tenant=` must be included. */
export type Client = ReturnType<typeof clientOf>

type HeaderFields = Record<string, string>

export type Customer = ReturnType<typeof tenantOf>

export type TestService = Awaited<ReturnType<typeof startTestService>>

export interface TestServiceOptions extends TestDependenciesOptions {
  /** Default: a new one, deleted by `close`. */
  dataDirectory?: string
  /** Default: a new one. */
  db?: TestDatabase
  /** Whether each answer is validated against the contract; default: true. */
  validateResponses?: boolean
  /** Default: a client that rejects local addresses. */
  outgoing?: OutboundClient
}

/** No schedule jitter, so that a test can predict starts, and no rate limit for a user. */
const quiet = {
  BKP_LOG_LEVEL: 'silent',
  BKP_SCHEDULE_JITTER_MINUTES: '0',
  BKP_REQUESTS_PER_MINUTE: '10000000',
  BKP_OUTGOING_ALLOW: '127.0.0.1:9',
  BKP_BASE_URL: 'http://localhost:8080', // a host name, so that passkeys are offered
}

/** Starts the real service on its own database, with a clock that the test controls. */
export async function startTestService(options: TestServiceOptions = {}) {
  const db = options.db ?? (await freshDatabase())
  const folder = options.dataDirectory ?? temporaryFolder('coffer-test-service-')
  const environment = { ...quiet, ...options.environment }
  const { closers, advance, ...built } = await createTestDependencies(db, folder, { ...options, environment })
  const dependencies: Dependencies = { ...built.dependencies, ...(options.outgoing && { outgoing: options.outgoing }) }
  const server = createServer(createApp(dependencies, { validateResponses: options.validateResponses ?? true }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  /** Returns a client with a platform role or, for a tenant, any role. */
  const as = async (role: Role, customer?: { id: string }): Promise<Client> => {
    const tenantId = isPlatformRole(role) ? null : (customer?.id ?? null)
    const { token, confirmation } = await sessionOf(dependencies, role, tenantId)
    return clientOf(url, token, confirmation)
  }
  return {
    url,
    dependencies,
    db,
    /** Advances the service's clock. */
    advance,
    anonymous: clientOf(url, null),
    as,
    /** Returns a client in a session of a user. */
    async inSessionOf(user: { id: string; tenant_id: string | null }): Promise<Client> {
      const { token, confirmation } = await openSessionOf(dependencies, user)
      return clientOf(url, token, confirmation)
    },
    /** Returns a client in another session of the same user. */
    async inAnotherSession(client: Client): Promise<Client> {
      const { token, confirmation } = await openSessionOf(dependencies, must(await client.get('/api/auth/me'), 200))
      return clientOf(url, token, confirmation)
    },
    async hasTenant(slug = `customer-${randomUUIDv7().slice(-8)}`): Promise<Customer> {
      const admin = await as('platform_admin')
      const { id } = must(await admin.post('/api/tenants', { slug, name: slug }), 201)
      return tenantOf({ id, slug }, as, admin)
    },
    /** Closes every connection: running requests are completed, but their answers are lost. */
    cutConnections: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await closers.closeAll()
      await db.drop()
      if (!options.dataDirectory) fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns a tenant, which is filled through the API. */
function tenantOf(
  customer: { id: string; slug: string },
  as: (role: Role, customer: { id: string }) => Promise<Client>,
  admin: Client,
) {
  const create = async (kind: string, body: object) =>
    must(await admin.post(`/api/${kind}?tenant=${customer.id}`, body), 201)
  const unique = () => randomUUIDv7().slice(-8)
  return {
    ...customer,
    /** Creates an object as a platform administrator. */
    create,
    as: (role: Role) => as(role, customer),
    hasCredential: (fields?: Partial<Schemas['NewCredential']>): Promise<Schemas['Credential']> =>
      create('credentials', {
        name: `credential-${unique()}`,
        username: 'backup',
        password: 'not-a-secret',
        ...fields,
      }),
    hasAgent: (fields?: Partial<Schemas['NewAgent']>): Promise<Schemas['Agent']> =>
      create('agents', { slug: `agent-${unique()}`, name: `agent-${unique()}`, ...fields }),
    hasDevice: (fields?: Partial<Schemas['NewDevice']>): Promise<Schemas['Device']> =>
      create('devices', { ...aDevice(), approve_address: true, ...fields }),
  }
}

/** Returns a device that is valid in the contract. */
export function aDevice(fields: Partial<Schemas['NewDevice']> = {}): Schemas['NewDevice'] {
  return { name: `device-${randomUUIDv7().slice(-8)}`, hostname: '192.0.2.1', platform: 'netco_iosxe', ...fields }
}

/**
 * Returns a client with this bearer token; null sends none. With a confirmation, its password was just entered again.
 */
export function clientOf(url: string, token: string | null, confirmation?: string) {
  const send = async (
    method: string,
    where: string,
    raw?: string | Buffer | FormData | URLSearchParams,
    headers: HeaderFields = {},
  ): Promise<Answer> => {
    const answer = await fetch(url + where, {
      method,
      redirect: 'manual',
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(confirmation && { 'x-coffer-confirmation': confirmation }),
        ...headers,
      },
      body: raw as BodyInit | undefined,
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '')
    return {
      status: answer.status,
      body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes.toString(),
      headers: answer.headers,
      bytes,
    }
  }
  const json = (method: string, where: string, body?: unknown, headers?: HeaderFields) =>
    body === undefined
      ? send(method, where, undefined, headers)
      : send(method, where, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  return {
    token,
    confirmation,
    send,
    get: (where: string, headers?: HeaderFields) => send('GET', where, undefined, headers),
    post: (where: string, body?: unknown, headers?: HeaderFields) => json('POST', where, body, headers),
    patch: (where: string, body?: unknown, headers?: HeaderFields) => json('PATCH', where, body, headers),
    put: (where: string, body?: unknown, headers?: HeaderFields) => json('PUT', where, body, headers),
    delete: (where: string, headers?: HeaderFields) => send('DELETE', where, undefined, headers),
  }
}

/**
 * Returns a client in a session whose user has just entered the password again, which is valid for five minutes on the
 * service's clock.
 */
export async function confirmedClient(url: string, token: string, password: string): Promise<Client> {
  const { confirmation } = must(await clientOf(url, token).post('/api/auth/confirm', { password }), 200)
  return clientOf(url, token, confirmation)
}

/** Returns the body of an answer with the expected status; otherwise fails the test with the answer. */
export function must(answer: Pick<Answer, 'status' | 'body'>, status: number): Answer['body'] {
  if (answer.status === status) return answer.body
  throw new Error(`expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`)
}

async function sessionOf(
  dependencies: Dependencies,
  role: Role,
  tenantId: string | null,
): Promise<{ token: string; confirmation: string }> {
  const userId = randomUUIDv7()
  const at = dependencies.now()
  await inScope(dependencies.knex, { kind: 'platform' }, async (trx) => {
    await User.query(trx).insert({
      id: userId,
      tenantId,
      email: `${role}-${userId.slice(-8)}@example.net`,
      name: role,
      role,
      passwordHash: 'none',
      passwordChangedAt: at,
      createdAt: at,
      updatedAt: at,
    })
  })
  return openSessionOf(dependencies, { id: userId, tenant_id: tenantId })
}

/** Opens a session, with a confirmation that does not expire. */
async function openSessionOf(
  dependencies: Dependencies,
  { id: userId, tenant_id: tenantId }: { id: string; tenant_id: string | null },
): Promise<{ token: string; confirmation: string }> {
  const confirmation = randomBytes(32).toString('base64url')
  const token = randomBytes(32).toString('base64url')
  const at = dependencies.now()
  await inScope(dependencies.knex, { kind: 'platform' }, (trx) =>
    Session.query(trx).insert({
      id: randomUUIDv7(),
      tenantId,
      userId,
      tokenHash: createHash('sha256').update(token).digest(),
      createdAt: at,
      expiresAt: new Date(at.getTime() + 365 * 24 * 3_600_000),
      confirmationHash: createHash('sha256').update(confirmation).digest(),
      confirmationExpiresAt: new Date(at.getTime() + 365 * 24 * 3_600_000),
    }),
  )
  return { token, confirmation }
}
