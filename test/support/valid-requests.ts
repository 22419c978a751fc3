import { message } from '../../shared/messages/message.ts'
import { createHash, randomUUID } from 'node:crypto'
import { type Role, isPlatformRole } from '../../shared/permissions/permissions.ts'
import { type ContractOperation, fill } from './contract.ts'
import { anInventory, aTable } from './inventories.ts'
import { aNetboxDevice, createNetbox } from './netbox.ts'
import { anAgent } from './fake-agent.ts'
import { aDocument } from './platform-documents.ts'
import { type Answer, type Client, type TestService, aDevice, clientOf, must } from './service.ts'
import { createPendingCommit, createRestorableVersion } from './scene/restorable.ts'
import { createScene } from './scene/scene.ts'
import type { FullScene } from './scene/full-scene.ts'

/** The client and the tenant of the requests. */
export interface Asker {
  service: TestService
  role: Role
  customer: FullScene
  /** Used for every field that contains a secret; at least 12 characters. */
  secret: string
}

/** The input with which an operation succeeds. */
export interface ValidRequest {
  /** Overrides the tenant's own ids. */
  ids?: Record<string, string>
  body?: object
  /** Sent instead of JSON. */
  form?: FormData
  /** Overrides the tenant's query parameters. */
  query?: Record<string, string>
  /** Overrides the asker's client. */
  client?: Client
}

/** Sends a valid request. A platform role names the tenant, unless `tenant` is null. */
export async function askProperly(
  asker: Asker,
  operation: ContractOperation,
  query: Record<string, string | null> = {},
): Promise<Answer> {
  const { service, role, customer } = asker
  const { ids, body, form, client, query: needed = {} } = await validRequest(asker, operation)
  const where = fill(operation.path, { ...customer.ids, ...ids })
  const named = isPlatformRole(role) && operation.parameters.some(({ name }) => name === 'tenant')
  const values = new Map<string, string | null | undefined>()
  for (const { name } of operation.parameters) values.set(name, customer.queries[`${operation.id}.${name}`])
  if (named) values.set('tenant', customer.id)
  for (const [name, value] of Object.entries({ ...needed, ...query })) values.set(name, value)
  const all = new URLSearchParams([...values].filter((pair): pair is [string, string] => typeof pair[1] === 'string'))
  const as = client ?? (await service.as(role, customer))
  if (form) return as.send(operation.method, `${where}?${all}`, form)
  const headers = body && { 'content-type': 'application/json' }
  return as.send(operation.method, `${where}?${all}`, body && JSON.stringify(body), headers)
}

/** Returns the valid request, after creating the objects that it needs. */
export async function validRequest(asker: Asker, operation: ContractOperation): Promise<ValidRequest> {
  const make = requests[operation.id]
  if (make) return make(asker)
  if (operation.method === 'GET') return {}
  throw new Error(`no valid request is known for ${operation.id}`)
}

async function hasDocument(service: TestService, customer: FullScene, platform: string): Promise<string> {
  const admin = await service.as('platform_admin')
  const { source } = aDocument(platform)
  return must(await admin.post(`/api/platforms/documents?tenant=${customer.id}`, { source }), 201).id
}

async function withNewDocument({ customer, service }: Asker): Promise<{ ids: { document_id: string } }> {
  return { ids: { document_id: await hasDocument(service, customer, `acme_${unique()}`) } }
}

/** An agent that supports dry runs is online. */
async function withDryRun(asker: Asker): Promise<{ ids: { document_id: string }; body: { device_id: string } }> {
  const agent = await anAgent(asker.service, asker.customer)
  await agent.openSession({ document_format: 1, dry_run_format: 1 })
  return { ...(await withNewDocument(asker)), body: { device_id: await aDeviceOf(asker.customer) } }
}

/** Of a device without a credential: its secrets are not sent. */
const digestOfNoAddress = createHash('sha256').update('[]').digest('hex')

let changes = 0
const unique = () => randomUUID().slice(0, 8)

/** Valid requests by operation. A write changes or deletes its object, so each has its own. Reads are not listed. */
const requests: Record<string, (asker: Asker) => ValidRequest | Promise<ValidRequest>> = {
  checkPlatformDocument: () => ({ body: { source: 'coffer: 1' } }),
  createPlatformDocument: () => ({ body: { source: aDocument(`acme_${unique()}`).source } }),
  async updatePlatformDocument({ customer, service }) {
    const platform = `acme_${unique()}`
    const document = await hasDocument(service, customer, platform)
    return { ids: { document_id: document }, body: { source: `${aDocument(platform).source}# changed` } }
  },
  deletePlatformDocument: withNewDocument,
  async markPlatformDocumentTested(asker) {
    return { ...(await withNewDocument(asker)), body: { version: 1 } }
  },
  async activatePlatformDocument(asker) {
    return { ...(await withNewDocument(asker)), body: { version: 1 } }
  },
  tryPlatformDocument: withDryRun,
  async retirePlatformDocument(asker) {
    const { ids } = await withNewDocument(asker)
    const admin = await asker.service.as('platform_admin')
    must(await admin.post(`/api/platforms/documents/${ids.document_id}/activate`, { version: 1 }), 200)
    return { ids }
  },
  searchConfigurations: () => ({ body: { pattern: 'hostname' } }),
  async login(asker) {
    const { email } = await aPerson(asker)
    return { client: asker.service.anonymous, body: { email, password: asker.secret } }
  },
  logout: () => ({}),
  async changePassword(asker) {
    const { email } = await aPerson(asker)
    const { anonymous, url } = asker.service
    const { token } = must(await anonymous.post('/api/auth/login', { email, password: asker.secret }), 200)
    return {
      client: clientOf(url, token),
      body: { current_password: asker.secret, new_password: `${asker.secret}, again` },
    }
  },
  async confirmIdentity(asker) {
    const { email } = await aPerson(asker)
    const { anonymous, url } = asker.service
    const { token } = must(await anonymous.post('/api/auth/login', { email, password: asker.secret }), 200)
    return { client: clientOf(url, token), body: { password: asker.secret } }
  },
  async endSession({ service, role, customer }) {
    const client = await service.as(role, customer)
    const sessions = must(await client.get('/api/auth/sessions'), 200)
    return { client, ids: { session_id: sessions.find(({ current }: { current: boolean }) => current).id } }
  },
  createToken: () => ({ body: { name: `program ${unique()}`, role: 'tenant_readonly' } }),
  async deleteToken({ service, role, customer }) {
    const client = await service.as(role, customer)
    const { id } = must(await client.post('/api/auth/tokens', { name: `program ${unique()}`, role }), 201)
    return { client, ids: { token_id: id } }
  },
  async revokeToken({ customer }) {
    const owner = await customer.as('tenant_admin')
    const fields = { name: `program ${unique()}`, role: 'tenant_operator' }
    return { ids: { token_id: must(await owner.post('/api/auth/tokens', fields), 201).id } }
  },
  createUser: ({ secret }) => ({ body: { ...person('tenant_readonly'), password: secret } }),
  async updateUser({ customer, service, secret }) {
    return { ids: { user_id: (await aUser(service, customer)).id }, body: { password: secret } }
  },
  async deleteUser({ customer, service }) {
    return { ids: { user_id: (await aUser(service, customer)).id } }
  },
  async endUserSessions({ customer, service }) {
    return { ids: { user_id: (await aUser(service, customer)).id } }
  },
  createTenant: () => ({ body: { slug: `customer-${unique()}`, name: 'A customer' } }),
  setRetention: () => ({ body: { keep_days: 400 } }),
  setBlackouts: () => ({ body: { blackouts: [{ name: 'by day', days: ['mon'], from: '08:00', to: '18:00' }] } }),
  setPosture: () => ({ body: { trust_posture: 'strict' } }),
  setRestorePolicy: () => ({ body: { restore_policy: 'deny' } }),
  updateTenant: () => ({ body: { name: 'Another name' } }),
  async destroyKey({ service }) {
    const doomed = await service.hasTenant()
    return { ids: { customer_id: doomed.id }, body: { confirm: doomed.slug } }
  },
  async deleteTenant({ service }) {
    const doomed = await service.hasTenant()
    return { ids: { customer_id: doomed.id }, query: { confirm: doomed.slug } }
  },
  async withdrawDestruction({ service }) {
    const doomed = await service.hasTenant()
    const admin = await service.as('platform_admin')
    const asked = await admin.post(`/api/tenants/${doomed.id}/destroy-key`, { confirm: doomed.slug })
    return { ids: { destruction_id: must(asked, 202).destruction.id } }
  },
  acknowledgeRestored: () => ({}),
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
  updateDevices: async ({ customer }) => ({
    body: { ids: [await aDeviceOf(customer)], change: { site: 'Ghent' }, add_tags: ['edge'] },
  }),
  importCsv: () => ({ form: aTable(`name,hostname,platform\nr-${unique()},192.0.2.7,netco_iosxe\n`) }),
  importJson: () => ({ body: anInventory([aDevice()]) }),
  importNetbox({ service, secret }) {
    service.dependencies.outgoing = createNetbox({ devices: [aNetboxDevice({ name: `n-${unique()}` })] }).outgoing
    return { body: { url: 'https://netbox.example.net', token: secret } }
  },
  testDevice: async ({ customer }) => ({ ids: { device_id: await aDeviceOf(customer) } }),
  decommissionDevice: async ({ customer }) => ({ ids: { device_id: await aDeviceOf(customer) } }),
  async reinstateDevice({ customer, service }) {
    const id = await aDeviceOf(customer)
    const admin = await service.as('platform_admin')
    must(await admin.post(`/api/devices/${id}/decommission?tenant=${customer.id}`), 200)
    return { ids: { device_id: id } }
  },
  createFleet: ({ customer }) => ({ body: aFleetOf(customer) }),
  updateFleet: () => ({ body: { name: `fleet ${unique()}`, org_ids: ['2930418'] } }),
  deleteFleet: withNewFleet,
  scanFleet: withNewFleet,
  applyFleet: () => ({ body: { keys: [] } }),
  approveFingerprint: async ({ customer }) => ({ ids: { fingerprint_id: await customer.hasFingerprint() } }),
  approveAddress: async ({ customer }) => ({
    ids: { device_id: (await customer.hasDevice()).id },
    body: { digest: digestOfNoAddress },
  }),
  approveAddresses: async ({ customer }) => ({
    body: { addresses: [{ device_id: (await customer.hasDevice()).id, digest: digestOfNoAddress }] },
  }),
  approveFleetAddress: withNewFleet,
  rejectFingerprint: async ({ customer }) => ({ ids: { fingerprint_id: await customer.hasFingerprint() } }),
  triggerBackups: async ({ customer }) => ({ body: { device_ids: [await aDeviceOf(customer)] } }),
  cancelRun: async ({ customer }) => ({ ids: { run_id: await customer.hasRun() } }),
  recomputeDivergence: () => ({}),
  reviewVersion: async ({ customer, service }) => ({
    ids: { version_id: await aSuspiciousVersion(service, customer) },
  }),
  withdrawReview: async ({ customer, service }) => ({
    ids: { version_id: await aSuspiciousVersion(service, customer) },
  }),
  reviewChanges: async ({ customer, service }) => ({
    body: { version_ids: [await aSuspiciousVersion(service, customer)], note: 'as planned', ticket: 'CHG-1' },
  }),
  pinVersion: ({ customer }) => ({ body: { version_id: customer.queries['diffVersions.from'] } }),
  async unpinVersion({ customer, service }) {
    const tenant = await createScene(service.dependencies, customer)
    const { id, artifactId } = await tenant.hasText(await tenant.hasDevice(), 'hostname r1\n')
    const admin = await service.as('platform_admin')
    must(await admin.put(`/api/artifacts/${artifactId}/pin?tenant=${customer.id}`, { version_id: id }), 200)
    return { ids: { artifact_id: artifactId } }
  },
  async restoreVersion({ customer, service }) {
    const { version } = await createRestorableVersion(service, customer)
    return { ids: { version_id: version.id }, body: { confirm: 'LOAD OVERRIDE' } }
  },
  async confirmRestore({ customer, service }) {
    return { ids: { device_id: (await createPendingCommit(service, customer)).deviceId } }
  },
  // a request without a change would have no effect
  updateSettings: () => ({ body: { storage_low_percent: 11 + (changes++ % 80) } }),
  createDownload: () => ({ body: { path: '/api/devices/export' } }),
  async readDownload({ customer, service }) {
    const reader = await service.as('tenant_operator', customer)
    const { url } = must(await reader.post('/api/downloads', { path: aDownload(customer) }), 201)
    return { client: service.anonymous, ids: { ticket: url.split('/').at(-1) } }
  },
  createWebhook: ({ secret }) => ({ body: aWebhook(secret) }),
  updateWebhook: ({ secret }) => ({ body: { secret } }),
  deleteWebhook: withNewWebhook,
  testWebhook({ service }) {
    service.dependencies.outgoing = async () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })
    return {}
  },
  resendDelivery: () => ({}),
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

function aFleetOf(customer: FullScene) {
  return { name: `fleet ${unique()}`, credential_id: customer.ids['credential_id'] }
}

async function withNewFleet({ customer, service }: Asker): Promise<ValidRequest> {
  const admin = await service.as('platform_admin')
  const { id } = must(await admin.post(`/api/discovery/fleets?tenant=${customer.id}`, aFleetOf(customer)), 201)
  return { ids: { fleet_id: id } }
}

function aDownload({ ids }: FullScene): string {
  return `/api/artifacts/versions/${ids['version_id']}/content?download=true`
}

function aWebhook(secret: string) {
  return { name: `webhook ${unique()}`, url: 'https://hooks.example.net/coffer', secret }
}

async function withNewWebhook({ customer, service, secret }: Asker): Promise<ValidRequest> {
  const admin = await service.as('platform_admin')
  const { id } = must(await admin.post(`/api/webhooks?tenant=${customer.id}`, aWebhook(secret)), 201)
  return { ids: { webhook_id: id } }
}

async function withNewAgent({ customer }: Asker): Promise<ValidRequest> {
  return { ids: { agent_id: (await customer.hasAgent()).id } }
}

async function aDeviceOf(customer: FullScene): Promise<string> {
  return (await customer.hasDevice({ credential_id: customer.ids['credential_id'] })).id
}

async function aSuspiciousVersion({ dependencies }: TestService, customer: FullScene): Promise<string> {
  const tenant = await createScene(dependencies, customer)
  const { id } = await tenant.hasText(await tenant.hasDevice(), 'hostname r1\n', {
    suspicious: [message('last_section_missing')],
  })
  return id
}

/** Adds a user who can log in with the asker's secret. */
async function aPerson({ service, role, customer, secret }: Asker): Promise<{ id: string; email: string }> {
  const admin = await service.as('platform_admin')
  const query = isPlatformRole(role) ? '' : `?tenant=${customer.id}`
  return must(await admin.post(`/api/users${query}`, { ...person(role), password: secret }), 201)
}

async function aUser(service: TestService, customer: FullScene): Promise<{ id: string }> {
  const admin = await service.as('platform_admin')
  const body = { ...person('tenant_readonly'), password: 'long enough for us' }
  return must(await admin.post(`/api/users?tenant=${customer.id}`, body), 201)
}

function person(role: Role) {
  return { email: `${randomUUID()}@example.net`, name: 'Somebody', role }
}
