import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { type Logger, pino } from 'pino'
import type { components } from '../../shared/contract/api-types.ts'
import { type Role, isPlatformRole } from '../../shared/permissions/permissions.ts'
import { createClosers } from '../../service/closers.ts'
import { createDependencies } from '../../service/create-dependencies.ts'
import { createApp } from '../../service/http/app.ts'
import { createServer } from '../../service/http/create-server.ts'
import { createKeyring, followDestruction } from '../../service/keys/keyring.ts'
import { loadServiceKeys } from '../../service/keys/service-keys.ts'
import type { ObjectStore } from '../../service/objects/object-store.ts'
import { createDiskStore } from '../../service/objects/disk.ts'
import type { OutboundClient } from '../../service/outbound/outbound-client.ts'
import type { Dependencies } from '../../service/dependencies.ts'
import { type Settings, readSettings } from '../../service/settings.ts'
import { Session } from '../../service/store/models/session.ts'
import { User } from '../../service/store/models/user.ts'
import { inScope } from '../../service/store/scope.ts'
import { createSignals } from '../../service/store/pg-notify.ts'
import { type TestDatabase, freshDatabase } from './database.ts'
import { createSharedWorkers } from './shared-workers.ts'
import { temporaryFolder } from './temporary-folders.ts'

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
export interface Client {
  token: string | null
  /** Sent with each request as proof that the password was entered again. */
  confirmation?: string
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  patch(path: string, body?: unknown): Promise<Answer>
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  delete(path: string): Promise<Answer>
  send(
    method: string,
    path: string,
    raw?: string | Buffer | FormData,
    headers?: Record<string, string>,
  ): Promise<Answer>
}

/** A tenant and helpers to fill it through the API. */
export interface Customer {
  id: string
  slug: string
  as(role: Role): Promise<Client>
  hasCredential(fields?: Partial<Schemas['NewCredential']>): Promise<Schemas['Credential']>
  hasAgent(fields?: Partial<Schemas['NewAgent']>): Promise<Schemas['Agent']>
  hasDevice(fields?: Partial<Schemas['NewDevice']>): Promise<Schemas['Device']>
}

/** The real service on its own database, with a clock that the test controls. */
export interface TestService {
  url: string
  dependencies: Dependencies
  db: TestDatabase
  /** Advances the service's clock. */
  advance(ms: number): void
  anonymous: Client
  /** Returns a client with a platform role or, for a tenant, any role. */
  as(role: Role, customer?: { id: string }): Promise<Client>
  hasTenant(slug?: string): Promise<Customer>
  /** Closes every connection: running requests are completed, but their answers are lost. */
  cutConnections(): void
  close(): Promise<void>
}

export interface TestServiceOptions {
  environment?: Record<string, string>
  /** Wraps the service's disk store. */
  wrapStore?: (store: ObjectStore) => ObjectStore
  now?: Date
  /** Default: a new one, deleted by `close`. */
  dataDirectory?: string
  /** Of an existing installation; default: a new one. */
  masterKey?: Buffer
  /** Default: a new one. */
  db?: TestDatabase
  /** Whether each answer is validated against the contract; default: true. */
  validateResponses?: boolean
  /** Default: a silent one. */
  log?: Logger
  /** Default: a client that rejects local addresses. */
  outgoing?: OutboundClient
}

/** No schedule jitter, so that a test can predict starts, and no rate limit for a user. */
const quiet = {
  BKP_LOG_LEVEL: 'silent',
  BKP_SCHEDULE_JITTER_MINUTES: '0',
  BKP_REQUESTS_PER_MINUTE: '10000000',
  BKP_OUTGOING_ALLOW: '127.0.0.1:9',
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const db = options.db ?? (await freshDatabase())
  const folder = options.dataDirectory ?? temporaryFolder('coffer-test-service-')
  const log = options.log ?? pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent', base: null })
  const settings: Settings = readSettings({ ...quiet, BKP_DATA_DIR: folder, ...options.environment })
  let instant = options.now ?? new Date()
  const now = () => new Date(instant)
  const masterKey = options.masterKey ?? randomBytes(32)
  const keys = createKeyring(db.knex, masterKey)
  const serviceKeys = await loadServiceKeys(db.knex, masterKey, now())
  const disk = await createDiskStore(path.join(folder, 'objects'))
  const store = options.wrapStore?.(disk) ?? disk
  const closers = createClosers(log)
  const signals = createSignals({ listenUrl: db.url, log })
  closers.add(() => signals.close())
  followDestruction(keys, signals)
  const { knex, agentsKnex } = db
  const built = createDependencies(
    { settings, knex, agentsKnex, keys, masterKey, serviceKeys, store, signals, now, log },
    closers,
    createSharedWorkers(),
  )
  const dependencies: Dependencies = { ...built, ...(options.outgoing && { outgoing: options.outgoing }) }
  const server = createServer(createApp(dependencies, { validateResponses: options.validateResponses ?? true }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const as = async (role: Role, customer?: { id: string }) => {
    const tenantId = isPlatformRole(role) ? null : (customer?.id ?? null)
    const { token, confirmation } = await sessionOf(dependencies, role, tenantId)
    return clientOf(url, token, confirmation)
  }
  return {
    url,
    dependencies,
    db,
    advance(ms) {
      instant = new Date(instant.getTime() + ms)
    },
    anonymous: clientOf(url, null),
    as,
    async hasTenant(slug = `customer-${randomUUIDv7().slice(-8)}`) {
      const admin = await as('platform_admin')
      const { id } = must(await admin.post('/api/tenants', { slug, name: slug }), 201)
      return tenantOf({ id, slug }, as, admin)
    },
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

function tenantOf(customer: { id: string; slug: string }, as: TestService['as'], admin: Client): Customer {
  const create = async (kind: string, body: object) =>
    must(await admin.post(`/api/${kind}?tenant=${customer.id}`, body), 201)
  const unique = () => randomUUIDv7().slice(-8)
  return {
    ...customer,
    as: (role) => as(role, customer),
    hasCredential: (fields) =>
      create('credentials', {
        name: `credential-${unique()}`,
        username: 'backup',
        password: 'not-a-secret',
        ...fields,
      }),
    hasAgent: (fields) => create('agents', { slug: `agent-${unique()}`, name: `agent-${unique()}`, ...fields }),
    hasDevice: (fields) => create('devices', { ...aDevice(), approve_address: true, ...fields }),
  }
}

/** Returns a device that is valid in the contract. */
export function aDevice(fields: Partial<Schemas['NewDevice']> = {}): Schemas['NewDevice'] {
  return { name: `device-${randomUUIDv7().slice(-8)}`, hostname: '192.0.2.1', platform: 'netco_iosxe', ...fields }
}

/**
 * Returns a client with this bearer token; null sends none. With a confirmation, its password was just entered again.
 */
export function clientOf(url: string, token: string | null, confirmation?: string): Client {
  const send: Client['send'] = async (method, where, raw, headers = {}) => {
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
  const json = (method: string, where: string, body?: unknown, headers?: Record<string, string>) =>
    body === undefined
      ? send(method, where, undefined, headers)
      : send(method, where, JSON.stringify(body), { 'content-type': 'application/json', ...headers })
  return {
    token,
    ...(confirmation && { confirmation }),
    send,
    get: (where, headers) => send('GET', where, undefined, headers),
    post: (where, body, headers) => json('POST', where, body, headers),
    patch: (where, body) => json('PATCH', where, body),
    put: (where, body, headers) => json('PUT', where, body, headers),
    delete: (where) => send('DELETE', where),
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
  const confirmation = randomBytes(32).toString('base64url')
  const token = randomBytes(32).toString('base64url')
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
    await Session.query(trx).insert({
      id: randomUUIDv7(),
      tenantId,
      userId,
      tokenHash: createHash('sha256').update(token).digest(),
      createdAt: at,
      expiresAt: new Date(at.getTime() + 365 * 24 * 3_600_000),
      confirmationHash: createHash('sha256').update(confirmation).digest(),
      confirmationExpiresAt: new Date(at.getTime() + 365 * 24 * 3_600_000),
    })
  })
  return { token, confirmation }
}
