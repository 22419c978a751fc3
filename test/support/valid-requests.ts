import { message } from '../../shared/messages/message.ts'
import { createHash, randomUUID } from 'node:crypto'
import { type Role, isPlatformRole, may } from '../../shared/permissions/permissions.ts'
import { type ContractOperation, fill } from './contract.ts'
import { anInventory, aTable } from './inventories.ts'
import { registerCopy } from './break-glass.ts'
import { aNetboxDevice, createNetbox } from './netbox.ts'
import { anAgent } from './fake-agent.ts'
import { aDocument } from './platform-documents.ts'
import { createAuthenticator } from '../fakes/authenticator.ts'
import { beginCode, tokenRequest } from './login-codes.ts'
import { addPasskey, confirmedByPasskey, totpCode } from './second-factors.ts'
import { aLinkedUser, aLogoutForm, aTenantProvider, aVerifier, answerDiscovery, returnTo } from './single-sign-on.ts'
import { type Answer, type Client, type TestService, aDevice, clientOf, must } from './service.ts'
import { createPendingCommit, createRestorableVersion } from './scene/restorable.ts'
import { createScene } from './scene/scene.ts'
import { png } from './images.ts'
import { provision, provisionerOf } from './scim.ts'
import { hasPendingApproval } from './pending-approval.ts'
import { type FullScene, aPairOf } from './scene/full-scene.ts'

/** The client and the tenant of the requests. */
export interface Asker {
  service: TestService
  role: Role
  customer: FullScene
  /** Used for every field that contains a secret; at least 15 characters. */
  secret: string
}

/** The input with which an operation succeeds. */
export interface ValidRequest {
  /** Overrides the tenant's own ids. */
  ids?: Record<string, string>
  body?: object
  /** Sent instead of JSON. */
  form?: FormData | URLSearchParams
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

/** Returns the valid request, after creating the objects that it needs. A write has an object of its own. */
export async function validRequest(asker: Asker, operation: ContractOperation): Promise<ValidRequest> {
  const make = requests[operation.id]
  if (!make && operation.bodyRequired) throw new Error(`no valid request is known for ${operation.id}`)
  const request = (await make?.(asker)) ?? {}
  if (operation.method === 'GET') return request
  const ids = { ...request.ids }
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const id = ids[name] ?? (await newObjects[name]?.(asker))
    if (id) ids[name] = id
  }
  return { ...request, ids }
}

/** Creates an object, by path parameter. Operations on others use the tenant's. */
const newObjects: Record<string, (asker: Asker) => Promise<string>> = {
  agent_id: async ({ customer }) => (await customer.hasAgent()).id,
  approval_id: ({ service, customer }) => hasPendingApproval(service, customer.id),
  copy_id: async ({ customer }) => (await registerCopy(await customer.as('tenant_operator'))).id,
  command_id: (asker) => create(asker, 'extra-commands', anExtraCommand()),
  credential_id: async ({ customer }) => (await customer.hasCredential()).id,
  device_id: ({ customer }) => aDeviceOf(customer),
  document_id: (asker) => create(asker, 'platforms/documents', { source: aSource() }),
  fingerprint_id: ({ customer }) => customer.hasFingerprint(),
  fleet_id: (asker) => create(asker, 'discovery/fleets', aFleetOf(asker.customer)),
  golden_id: (asker) => create(asker, 'golden-configurations', aGolden(asker)),
  role_id: (asker) => create(asker, 'roles', aRole()),
  service_account_id: (asker) => create(asker, 'service-accounts', aServiceAccount()),
  run_id: ({ customer }) => customer.hasRun(),
  pair_id: (asker) => create(asker, 'device-pairs', aPair(asker)),
  user_id: (asker) => create(asker, 'users', { ...person('tenant_readonly'), password: 'long enough for us' }),
  version_id: (asker) => aSuspiciousVersion(asker),
  webhook_id: (asker) => create(asker, 'webhooks', aWebhook(asker.secret)),
  channel_id: (asker) => create(asker, 'notification-channels', aChannel()),
  report_schedule_id: (asker) => create(asker, 'report-schedules', aReportSchedule()),
}

/** Registers a copy of the asker, in place of the tenant's; another tenant's and an unknown one remain. */
async function ownCopy({ service, role, customer }: Asker): Promise<ValidRequest> {
  if (!may(role, 'config:download')) return {}
  const admin = await service.as('platform_admin')
  const named = await admin.get(`/api/break-glass-copies/${customer.ids['copy_id']}?tenant=${customer.id}`)
  if (named.status !== 200) return {}
  const client = await service.as(role, customer)
  const copy = await registerCopy(client, {}, isPlatformRole(role) ? customer.id : undefined)
  return { client, ids: { copy_id: copy.id } }
}

async function create({ customer }: Asker, kind: string, body: object): Promise<string> {
  return (await customer.create(kind, body)).id
}

/** Returns a response that answers no request. */
function aSamlForm(): URLSearchParams {
  return new URLSearchParams({ SAMLResponse: 'PGEvPg==', RelayState: unique() })
}

function aSource(platform = `acme_${unique()}`): string {
  return aDocument(platform).source
}

function aGolden({ customer: { ids } }: Asker) {
  return { name: `golden ${unique()}`, tag: 'edge', version_id: ids['version_id'] }
}

function aPair({ customer }: Asker) {
  return aPairOf(customer.ids['device_id']!, customer.twinId)
}

function anExtraCommand() {
  return { platform: 'netco_iosxe', key: `extra-${unique()}`, command: 'show clock' }
}

function aServiceAccount() {
  return { name: `account-${unique()}`, role: 'tenant_readonly' }
}

function aRole() {
  return { name: `role ${unique()}`, permissions: ['report:read'] }
}

/** Ensures that the tenant has a provider, as another request may have removed it. */
async function withTenantProvider({ service, customer }: Asker): Promise<ValidRequest> {
  const admin = await service.as('platform_admin')
  must(await admin.put(`/api/identity-provider?tenant=${customer.id}`, aTenantProvider(customer)), 200)
  return {}
}

/** Of a device without a credential: its secrets are not sent. */
const digestOfNoAddress = createHash('sha256').update('[]').digest('hex')

let changes = 0
const unique = () => randomUUID().slice(0, 8)

/** Bodies of valid requests, and objects that need preparation, by operation. */
const requests: Record<string, (asker: Asker) => ValidRequest | Promise<ValidRequest>> = {
  checkPlatformDocument: () => ({ body: { source: 'coffer: 1' } }),
  importPlatformDefinition: () => ({
    body: {
      from: 'scrapli',
      source: "default_mode: exec\nmodes: [{ name: exec, prompt_pattern: '^[a-z]+#$' }]\n",
      id: 'acme_imported',
      name: 'Acme',
      vendor: 'Acme',
    },
  }),
  createPlatformDocument: () => ({ body: { source: aSource() } }),
  async updatePlatformDocument(asker) {
    const source = aSource()
    const document_id = await create(asker, 'platforms/documents', { source })
    return { ids: { document_id }, body: { source: `${source}# changed` } }
  },
  markPlatformDocumentTested: () => ({ body: { version: 1 } }),
  activatePlatformDocument: () => ({ body: { version: 1 } }),
  async tryPlatformDocument({ service, customer }) {
    const agent = await anAgent(service, customer)
    await agent.openSession({ document_format: 1, dry_run_format: 2 })
    return { body: { device_id: await aDeviceOf(customer) } }
  },
  createPlatformDocumentTest: ({ customer: { ids } }) => ({
    ids: { document_id: ids['document_id']! },
    body: { run_id: ids['run_id'], name: 'edge1' },
  }),
  async getPlatformDocumentTest({ service, customer: { id, ids } }) {
    const admin = await service.as('platform_admin')
    const tests = `/api/platforms/documents/${ids['document_id']}/tests?tenant=${id}`
    const made = await admin.post(tests, { run_id: ids['run_id'], name: 'edge1' })
    return { ids: { document_id: ids['document_id']!, test_id: made.status === 200 ? made.body.id : randomUUID() } }
  },
  async deletePlatformDocumentTest({ service, customer: { id, ids } }) {
    const admin = await service.as('platform_admin')
    const body = { run_id: ids['run_id'], name: 'edge1' }
    const tests = `/api/platforms/documents/${ids['document_id']}/tests?tenant=${id}`
    return { ids: { document_id: ids['document_id']!, test_id: must(await admin.post(tests, body), 200).id } }
  },
  async retirePlatformDocument(asker) {
    const document_id = await create(asker, 'platforms/documents', { source: aSource() })
    const admin = await asker.service.as('platform_admin')
    must(await admin.post(`/api/platforms/documents/${document_id}/activate`, { version: 1 }), 200)
    return { ids: { document_id } }
  },
  searchConfigurations: () => ({ body: { pattern: 'hostname' } }),
  async login(asker) {
    const { email } = await aPerson(asker)
    return { client: asker.service.anonymous, body: { email, password: asker.secret } }
  },
  async changePassword(asker) {
    const body = { current_password: asker.secret, new_password: `${asker.secret}, again` }
    return { client: await aLogin(asker), body }
  },
  confirmIdentity: async (asker) => ({ client: await aLogin(asker), body: { password: asker.secret } }),
  async endSession({ service, role, customer }) {
    const client = await service.as(role, customer)
    const sessions = must(await client.get('/api/auth/sessions'), 200)
    return { client, ids: { session_id: sessions.find(({ current }: { current: boolean }) => current).id } }
  },
  async loginWithSecondFactor(asker) {
    const { email } = await aPerson(asker)
    const { anonymous } = asker.service
    const { key } = await addPasskey(asker.service, await logInAs(asker, email))
    const started = must(await anonymous.post('/api/auth/login', { email, password: asker.secret }), 202)
    return { client: anonymous, body: { challenge: started.challenge, passkey: key.get(started.passkey_options) } }
  },
  listSecondFactors: async (asker) => ({ client: await aLogin(asker) }),
  issueTotp: async (asker) => ({ client: await aLogin(asker) }),
  async confirmTotp(asker) {
    const client = await aLogin(asker)
    const { secret } = must(await client.post('/api/auth/second-factors/totp'), 200)
    return { client, body: { code: totpCode(secret, asker.service.dependencies.now()) } }
  },
  createPasskeyOptions: async (asker) => ({ client: await aLogin(asker) }),
  async addPasskey(asker) {
    const client = await aLogin(asker)
    const options = must(await client.post('/api/auth/second-factors/passkeys/options'), 200)
    const response = createAuthenticator(asker.service.dependencies.settings.baseUrl).create(options)
    return { client, body: { name: 'Laptop', response } }
  },
  async removeSecondFactor(asker) {
    const { client, id } = await aPasskeyUser(asker)
    return { client, ids: { factor_id: id } }
  },
  requestPasskeyOptions: aPasskeyUser,
  renewRecoveryCodes: aPasskeyUser,
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
  createRole: () => ({ body: aRole() }),
  createServiceAccount: () => ({ body: aServiceAccount() }),
  updateServiceAccount: () => ({ body: { disabled: true } }),
  createServiceAccountToken: () => ({ body: { name: `program ${unique()}` } }),
  updateRole: () => ({ body: { permissions: ['device:read'] } }),
  createUser: ({ secret }) => ({ body: { ...person('tenant_readonly'), password: secret } }),
  updateUser: ({ secret }) => ({ body: { password: secret } }),
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
  purgeStorage: ({ customer }) => ({ body: { confirm: customer.slug, dry_run: true } }),
  createAgent: () => ({ body: { slug: `agent-${unique()}`, name: `agent ${unique()}` } }),
  updateAgent: () => ({ body: { name: `agent ${unique()}` } }),
  async deleteAgent({ customer, service }) {
    const { id } = await customer.hasAgent()
    const admin = await service.as('platform_admin')
    must(await admin.post(`/api/agents/${id}/revoke?tenant=${customer.id}`), 200)
    return { ids: { agent_id: id } }
  },
  async clearAgent({ service, customer }) {
    const agent = await anAgent(service, customer)
    const copy = agent.copy()
    await agent.openSession()
    await agent.heartbeat([])
    await copy.openSession()
    return { ids: { agent_id: agent.id } }
  },
  loadEndOfLife: () => ({ body: { format: 'csv', source: 'vendor,model,end_of_support\nAcme,X1,2031-12-31\n' } }),
  createGoldenConfiguration: (asker) => ({ body: aGolden(asker) }),
  updateGoldenConfiguration: () => ({ body: { note: `note ${unique()}` } }),
  approveRequest: () => ({ body: { note: 'Agreed' } }),
  rejectRequest: () => ({ body: {} }),
  async withdrawRequest({ service, role, customer }) {
    const client = await service.as(role, customer)
    const { id } = must(await client.get('/api/auth/me'), 200)
    return { client, ids: { approval_id: await hasPendingApproval(service, customer.id, id) } }
  },
  createBreakGlassCopy: () => ({ body: { computer: 'laptop' } }),
  listBreakGlassConfigurations: ownCopy,
  async readBreakGlassContents(asker) {
    return { ...(await ownCopy(asker)), body: { version_ids: [asker.customer.ids['version_id']] } }
  },
  async contactBreakGlassCopy({ service, customer }) {
    const { key } = await registerCopy(await customer.as('tenant_operator'))
    return { client: service.anonymous, body: { key, refreshed: { devices: 1, configurations: 1 } } }
  },
  createExtraCommand: () => ({ body: anExtraCommand() }),
  createDevicePair: (asker) => ({ body: aPair(asker) }),
  updateDevicePair: () => ({ body: { note: `changed ${changes++}` } }),
  previewDevicePair(asker) {
    const { name: _, ...body } = aPair(asker)
    return { body }
  },
  updateExtraCommand: () => ({ body: { command: 'show ip arp' } }),
  createCredential: ({ secret }) => ({ body: { name: `credential ${unique()}`, ...everySecret(secret) } }),
  updateCredential: ({ secret }) => ({ body: everySecret(secret) }),
  createDevice: () => ({ body: aDevice() }),
  updateDevice: () => ({ body: { site: 'Ghent' } }),
  updateDevices: async ({ customer }) => ({
    body: { ids: [await aDeviceOf(customer)], change: { site: 'Ghent' }, add_tags: ['edge'] },
  }),
  decommissionDevices: async ({ customer }) => ({ body: { ids: [await aDeviceOf(customer)] } }),
  setDevicesRetention: async ({ customer }) => ({
    body: { ids: [await aDeviceOf(customer)], change: { keep_days: 800 } },
  }),
  importCsv: () => ({ form: aTable(`name,hostname,platform\nr-${unique()},192.0.2.7,netco_iosxe\n`) }),
  importJson: () => ({ body: anInventory([aDevice()]) }),
  importNetbox({ service, secret }) {
    service.dependencies.outgoing = createNetbox({ devices: [aNetboxDevice({ name: `n-${unique()}` })] }).outgoing
    return { body: { url: 'https://netbox.example.net', token: secret } }
  },
  reinstateDevice: async (scene) => ({ ids: { device_id: await aDecommissionedDevice(scene) } }),
  reinstateDevices: async (scene) => ({ body: { ids: [await aDecommissionedDevice(scene)] } }),
  createFleet: ({ customer }) => ({ body: aFleetOf(customer) }),
  updateFleet: () => ({ body: { name: `fleet ${unique()}`, org_ids: ['2930418'] } }),
  applyFleet: () => ({ body: { keys: [] } }),
  approveAddress: async ({ customer }) => ({
    ids: { device_id: (await customer.hasDevice()).id },
    body: { digest: digestOfNoAddress },
  }),
  approveAddresses: async ({ customer }) => ({
    body: { addresses: [{ device_id: (await customer.hasDevice()).id, digest: digestOfNoAddress }] },
  }),
  triggerBackups: async ({ customer }) => ({ body: { device_ids: [await aDeviceOf(customer)] } }),
  reviewChanges: async (asker) => ({
    body: { version_ids: [await aSuspiciousVersion(asker)], note: 'as planned', ticket: 'CHG-1' },
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
  saveIdentityProvider: ({ customer, secret }) => ({ body: aTenantProvider(customer, { client_secret: secret }) }),
  getIdentityProvider: withTenantProvider,
  removeIdentityProvider: withTenantProvider,
  testIdentityProvider: withTenantProvider,
  async tryRoleMappings(asker) {
    await withTenantProvider(asker)
    return { body: { claims: { sub: '7', email: 'bo@example.net' } } }
  },
  async linkUser(asker) {
    await withTenantProvider(asker)
    return { body: { subject: unique() } }
  },
  async beginSsoLogin(asker) {
    await aLinkedUser(asker.service, 'platform_operator', asker.customer)
    asker.service.dependencies.outgoing = answerDiscovery
    return { body: { challenge: aVerifier().challenge, return_to: returnTo } }
  },
  async completeSsoLogin(asker) {
    const { service, role, customer } = asker
    return { body: (await aLinkedUser(service, role, customer, { isLogin: true })).completion }
  },
  async beginSsoConfirmation(asker) {
    const { client } = await aLinkedUser(asker.service, asker.role, asker.customer)
    asker.service.dependencies.outgoing = answerDiscovery
    return { client, body: { challenge: aVerifier().challenge, return_to: returnTo } }
  },
  async completeSsoConfirmation(asker) {
    const { client, completion } = await aLinkedUser(asker.service, asker.role, asker.customer)
    return { client, body: completion }
  },
  receiveSamlResponse: () => ({ form: aSamlForm() }),
  receiveCustomerSamlResponse: () => ({ form: aSamlForm() }),
  async receiveSsoLogout({ service, customer }) {
    await aLinkedUser(service, 'platform_operator', customer)
    service.dependencies.outgoing = answerDiscovery
    return { form: await aLogoutForm(service) }
  },
  async receiveCustomerSsoLogout({ service, customer }) {
    await aLinkedUser(service, 'tenant_operator', customer)
    service.dependencies.outgoing = answerDiscovery
    return { form: await aLogoutForm(service), ids: { customer_id: customer.id } }
  },
  beginLoginCode: () => ({ body: { challenge: aVerifier().challenge, client: 'coffer' } }),
  beginConfirmationCode: () => ({
    body: { challenge: aVerifier().challenge, client: 'coffer', action: tokenRequest },
  }),
  findLoginCode: withLoginCode,
  confirmLoginCode: withLoginCode,
  rejectLoginCode: withLoginCode,
  async completeLoginCode(asker) {
    const { userCode, completion } = await beginCode(asker.service)
    const client = await asker.service.as(asker.role, asker.customer)
    must(await client.post('/api/auth/codes/confirm', { user_code: userCode }), 204)
    return { body: completion }
  },
  async completeConfirmationCode({ service, role, customer }) {
    const client = await service.as(role, customer)
    const { userCode, completion } = await beginCode(service, client)
    const other = await service.inAnotherSession(client)
    must(await other.post('/api/auth/codes/confirm', { user_code: userCode }), 204)
    return { client, body: completion }
  },
  ...scimRequests(),
  createWebhook: ({ secret }) => ({ body: aWebhook(secret) }),
  updateWebhook: ({ secret }) => ({ body: { secret } }),
  testWebhook({ service }) {
    service.dependencies.outgoing = async () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })
    return {}
  },
  resendDelivery: ({ customer: { ids } }) => ({ ids: { webhook_id: ids['webhook_id']! } }),
  acknowledgeEvent: () => ({ body: { note: 'seen' } }),
  updateNotificationChannel: () => ({ body: { language: 'fr' } }),
  testMailServer: () => ({ body: { to: 'admin@example.net' } }),
  createNotificationChannel: () => ({ body: aChannel() }),
  createReportSchedule: () => ({ body: aReportSchedule() }),
  updateReportSchedule: () => ({ body: { language: 'fr' } }),
  setTenantLogo: () => ({ body: aLogo() }),
  async readTenantLogo({ service, customer }) {
    const admin = await service.as('platform_admin')
    must(await admin.put(`/api/tenants/${customer.id}/logo`, aLogo()), 200)
    return {}
  },
  testNotificationChannel({ service }) {
    service.dependencies.outgoing = async () => ({ status: 204, headers: {}, body: Buffer.alloc(0) })
    return {}
  },
  resendNotificationDelivery: ({ customer: { ids } }) => ({ ids: { channel_id: ids['channel_id']! } }),
  setMailServer: ({ secret }) => ({
    body: { host: '127.0.0.1', port: 9, username: 'coffer', password: secret, from: 'coffer@example.net' },
  }),
}

/** SCIM needs the token of a service account. A role without the permission sends its own request. */
function scimRequests(): Record<string, (asker: Asker) => Promise<ValidRequest>> {
  const request = (kind: 'user' | 'group' | null, body?: (asker: Asker) => object) => async (asker: Asker) => {
    const sent = body && { body: body(asker) }
    if (!may(asker.role, 'user:provision')) return { ...sent, ids: { scim_group_id: randomUUID() } }
    const client = await ownProvisioner(asker)
    if (kind === null) return { client, ...sent }
    const id = await provision(client, kind, kind === 'user' ? aScimUser(asker) : aScimGroup())
    return { client, ...sent, ids: { [kind === 'user' ? 'user_id' : 'scim_group_id']: id } }
  }
  const activated = () => ({ Operations: [{ op: 'replace', path: 'active', value: false }] })
  const renamed = () => ({ Operations: [{ op: 'replace', path: 'displayName', value: unique() }] })
  return {
    ...{ listScimUsers: request(null), listScimGroups: request(null), readScimConfig: request(null) },
    ...{ listScimResourceTypes: request(null), readScimResourceType: request(null) },
    ...{ listScimSchemas: request(null), readScimSchema: request(null) },
    createScimUser: request(null, aScimUser),
    getScimUser: request('user'),
    replaceScimUser: request('user', aScimUser),
    patchScimUser: request('user', activated),
    deleteScimUser: request('user'),
    createScimGroup: request(null, aScimGroup),
    getScimGroup: request('group'),
    replaceScimGroup: request('group', aScimGroup),
    patchScimGroup: request('group', renamed),
    deleteScimGroup: request('group'),
  }
}

const provisioners = new WeakMap<FullScene, Promise<Client>>()

/** Returns the service account of the asker's customer that provisions users. */
export async function ownProvisioner(asker: Asker): Promise<Client> {
  const { service, customer } = asker
  await withTenantProvider(asker)
  const client = provisioners.get(customer) ?? provisionerOf(service, customer)
  provisioners.set(customer, client)
  return client
}

function aScimUser({ customer }: Asker) {
  return { userName: `${unique()}@${customer.slug}.example.net` }
}

function aScimGroup() {
  return { displayName: `group ${unique()}` }
}

async function withLoginCode({ service }: Asker): Promise<ValidRequest> {
  return { body: { user_code: (await beginCode(service)).userCode } }
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

function aDownload({ ids }: FullScene): string {
  return `/api/artifacts/versions/${ids['version_id']}/content?download=true`
}

function aLogo(): object {
  return { data: png({ width: 2, height: 2 }).toString('base64') }
}

function aReportSchedule(): object {
  return { name: `report ${unique()}`, period: 'daily', recipients: ['noc@example.net'], sections: ['coverage'] }
}

function aChannel() {
  return { name: `channel ${unique()}`, kind: 'slack', slack: { url: 'https://hooks.example.net/services/x' } }
}

function aWebhook(secret: string) {
  return { name: `webhook ${unique()}`, url: 'https://hooks.example.net/coffer', secret }
}

async function aDeviceOf(customer: FullScene): Promise<string> {
  return (await customer.hasDevice({ credential_id: customer.ids['credential_id'] })).id
}

async function aDecommissionedDevice({ customer, service }: Asker): Promise<string> {
  const id = await aDeviceOf(customer)
  const admin = await service.as('platform_admin')
  must(await admin.post(`/api/devices/${id}/decommission?tenant=${customer.id}`), 200)
  return id
}

async function aSuspiciousVersion({ service, customer }: Asker): Promise<string> {
  const tenant = await createScene(service.dependencies, customer)
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

/** Returns a confirmed client of a new user with a passkey, and the passkey's id. */
async function aPasskeyUser(asker: Asker): Promise<{ client: Client; id: string }> {
  const client = await aLogin(asker)
  const { key, id } = await addPasskey(asker.service, client)
  return { client: await confirmedByPasskey(asker.service, client, key), id }
}

/** Returns a client of a new user, who has just logged in with the asker's secret. */
async function aLogin(asker: Asker): Promise<Client> {
  return logInAs(asker, (await aPerson(asker)).email)
}

async function logInAs({ service, secret }: Asker, email: string): Promise<Client> {
  const { anonymous, url } = service
  return clientOf(url, must(await anonymous.post('/api/auth/login', { email, password: secret }), 200).token)
}

function person(role: Role) {
  return { email: `${randomUUID()}@example.net`, name: 'Somebody', role }
}
