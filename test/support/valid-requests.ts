import { randomUUID } from 'node:crypto'
import { type Role, isPlatformRole } from '../../shared/permissions/permissions.ts'
import { type ContractOperation, fill } from './contract.ts'
import { anAgent } from './scripted-agent.ts'
import { type Answer, type Client, type TestService, aDevice, clientOf, must } from './service.ts'
import { storedTenant } from './stored-backups.ts'
import type { StoredCustomer } from './stored-customer.ts'

/** Who asks, and about whose things. */
export interface Asker {
  service: TestService
  role: Role
  customer: StoredCustomer
  /** Put into every field that holds a secret; at least 12 characters. */
  secret: string
}

/** What is put into an operation so that it does what it is for. */
export interface ValidRequest {
  /** In place of what the customer's own ids name. */
  ids?: Record<string, string>
  body?: object
  /** Somebody else than the asker's role in general. */
  client?: Client
}

/** Asks as it should be asked. A platform role names the customer, unless `tenant` is null. */
export async function askProperly(
  asker: Asker,
  operation: ContractOperation,
  query: Record<string, string | null> = {},
): Promise<Answer> {
  const { service, role, customer } = asker
  const { ids, body, client } = await validRequest(asker, operation)
  const where = fill(operation.path, { ...customer.ids, ...ids })
  const named = isPlatformRole(role) && operation.parameters.some(({ name }) => name === 'tenant')
  const values = new Map<string, string | null | undefined>()
  for (const { name } of operation.parameters) values.set(name, customer.queries[`${operation.id}.${name}`])
  if (named) values.set('tenant', customer.id)
  for (const [name, value] of Object.entries(query)) values.set(name, value)
  const all = new URLSearchParams([...values].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  const as = client ?? (await service.as(role, customer))
  const headers = body && { 'content-type': 'application/json' }
  return as.send(operation.method, `${where}?${all}`, body && JSON.stringify(body), headers)
}

async function validRequest(asker: Asker, operation: ContractOperation): Promise<ValidRequest> {
  const make = requests[operation.id]
  if (make) return make(asker)
  if (operation.method === 'GET') return {}
  throw new Error(`no valid request is known for ${operation.id}`)
}

const unique = () => randomUUID().slice(0, 8)

/** Writes change or remove what they are about, so each has a thing of its own. Readings need nothing. */
const requests: Record<string, (asker: Asker) => ValidRequest | Promise<ValidRequest>> = {
  async login(asker) {
    const { email } = await aPerson(asker)
    return { client: asker.service.nobody, body: { email, password: asker.secret } }
  },
  logout: () => ({}),
  async changePassword(asker) {
    const { email } = await aPerson(asker)
    const { nobody, url } = asker.service
    const { token } = must(await nobody.post('/api/auth/login', { email, password: asker.secret }), 200)
    return {
      client: clientOf(url, token),
      body: { current_password: asker.secret, new_password: `${asker.secret}, again` },
    }
  },
  createUser: ({ secret }) => ({ body: { ...person('tenant_readonly'), password: secret } }),
  async updateUser({ customer, service, secret }) {
    return { ids: { user_id: (await aUser(service, customer)).id }, body: { password: secret } }
  },
  async deleteUser({ customer, service }) {
    return { ids: { user_id: (await aUser(service, customer)).id } }
  },
  createTenant: () => ({ body: { slug: `customer-${unique()}`, name: 'A customer' } }),
  setRetention: () => ({ body: { keep_days: 400 } }),
  setPosture: () => ({ body: { trust_posture: 'strict' } }),
  setRestorePolicy: () => ({ body: { restore_policy: 'deny' } }),
  updateTenant: () => ({ body: { name: 'Another name' } }),
  async destroyKey({ service }) {
    const doomed = await service.hasCustomer()
    return { ids: { customer_id: doomed.id }, body: { confirm: doomed.slug } }
  },
  purgeStorage: ({ customer }) => ({ body: { confirm: customer.slug, dry_run: true } }),
  createAgent: () => ({ body: { slug: `agent-${unique()}`, name: `agent ${unique()}` } }),
  updateAgent: () => ({ body: { name: `agent ${unique()}` } }),
  async deleteAgent({ customer, service }) {
    const { id } = await customer.hasAgent()
    const admin = await service.as('platform_admin')
    must(await admin.post(`/api/agents/${id}/revoke?tenant=${customer.id}`), 200)
    return { ids: { agent_id: id } }
  },
  createEnrollmentToken: withNewAgent,
  revokeAgent: withNewAgent,
  async clearAgent({ service, customer }) {
    const agent = await anAgent(service, customer)
    const copy = agent.copy()
    await agent.openSession()
    await agent.heartbeat([])
    await copy.openSession()
    return { ids: { agent_id: agent.id } }
  },
  createCredential: ({ secret }) => ({ body: { name: `credential ${unique()}`, ...everySecret(secret) } }),
  updateCredential: ({ secret }) => ({ body: everySecret(secret) }),
  async deleteCredential({ customer }) {
    return { ids: { credential_id: (await customer.hasCredential()).id } }
  },
  createDevice: () => ({ body: aDevice() }),
  updateDevice: () => ({ body: { site: 'Ghent' } }),
  testDevice: async ({ customer }) => ({ ids: { device_id: await aDeviceOf(customer) } }),
  decommissionDevice: async ({ customer }) => ({ ids: { device_id: await aDeviceOf(customer) } }),
  async reinstateDevice({ customer, service }) {
    const id = await aDeviceOf(customer)
    const admin = await service.as('platform_admin')
    must(await admin.post(`/api/devices/${id}/decommission?tenant=${customer.id}`), 200)
    return { ids: { device_id: id } }
  },
  approveFingerprint: async ({ customer }) => ({ ids: { fingerprint_id: await customer.hasFingerprint() } }),
  rejectFingerprint: async ({ customer }) => ({ ids: { fingerprint_id: await customer.hasFingerprint() } }),
  triggerBackups: async ({ customer }) => ({ body: { device_ids: [await aDeviceOf(customer)] } }),
  cancelRun: async ({ customer }) => ({ ids: { run_id: await customer.hasRun() } }),
  recomputeDivergence: () => ({}),
  reviewVersion: async ({ customer, service }) => ({
    ids: { version_id: await aSuspiciousVersion(service, customer) },
  }),
  persistDailyReport: () => ({}),
  sampleStorage: () => ({}),
}

function everySecret(secret: string) {
  return {
    password: secret,
    enable_secret: secret,
    api_token: secret,
    ssh_private_key: secret,
    ssh_key_passphrase: secret,
  }
}

async function withNewAgent({ customer }: Asker): Promise<ValidRequest> {
  return { ids: { agent_id: (await customer.hasAgent()).id } }
}

async function aDeviceOf(customer: StoredCustomer): Promise<string> {
  return (await customer.hasDevice({ credential_id: customer.ids['credential_id'] })).id
}

async function aSuspiciousVersion({ pieces }: TestService, customer: StoredCustomer): Promise<string> {
  const tenant = await storedTenant(pieces, customer)
  const { id } = await tenant.hasText(await tenant.hasDevice(), 'hostname r1\n', { suspicious: ['it shrank'] })
  return id
}

/** Somebody who can log in as the asker does, by the asker's secret. */
async function aPerson({ service, role, customer, secret }: Asker): Promise<{ id: string; email: string }> {
  const admin = await service.as('platform_admin')
  const query = isPlatformRole(role) ? '' : `?tenant=${customer.id}`
  return must(await admin.post(`/api/users${query}`, { ...person(role), password: secret }), 201)
}

async function aUser(service: TestService, customer: StoredCustomer): Promise<{ id: string }> {
  const admin = await service.as('platform_admin')
  const body = { ...person('tenant_readonly'), password: 'long enough for us' }
  return must(await admin.post(`/api/users?tenant=${customer.id}`, body), 201)
}

function person(role: Role) {
  return { email: `${randomUUID()}@example.net`, name: 'Somebody', role }
}
