import { createHash, randomUUID } from 'node:crypto'
import type { ReadDryRun } from '../../../service/domain/jobs/read-dry-run-report.ts'
import { sealDryRun } from '../../../service/domain/jobs/kinds/dry-run/seal-dry-run.ts'
import { Destruction } from '../../../service/store/models/destruction.ts'
import { Device } from '../../../service/store/models/device.ts'
import { DryRunResultRow } from '../../../service/store/models/dry-run-result.ts'
import { DryRunRow } from '../../../service/store/models/dry-run.ts'
import { PlatformDocumentRow } from '../../../service/store/models/platform-document.ts'
import { PlatformDocumentVersionRow } from '../../../service/store/models/platform-document-version.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type FakeAgent, anAgent } from '../fake-agent.ts'
import { hasPendingApproval } from '../pending-approval.ts'
import { allowBreakGlass, registerCopy } from '../break-glass.ts'
import { addPasskey } from '../second-factors.ts'
import { aTenantProvider } from '../single-sign-on.ts'
import { type Client, type Customer, type TestService, must } from '../service.ts'
import { aDocument } from '../platform-documents.ts'
import { png } from '../images.ts'
import { publish } from '../published-events.ts'
import { createScene } from './scene.ts'

export type FullScene = Awaited<ReturnType<typeof createFullScene>>

const twoTexts = ['hostname r1\n!\nend\n', 'hostname r1\n!\nntp server 192.0.2.9\n!\nend\n']

/**
 * Returns a tenant with one object of each kind, so that every operation of the contract finds its object. Backs up a
 * router through the agent protocol, which creates a version of each text, runs with their logs and a pending
 * fingerprint; pins the first of the texts, and stores two trees of a server.
 */
export async function createFullScene(service: TestService, texts = twoTexts) {
  const customer = await service.hasTenant()
  const admin = await service.as('platform_admin')
  const agent = await anAgent(service, customer)
  const credential = await customer.hasCredential()
  const tag = `edge-${customer.slug}`
  const router = await customer.hasDevice({ credential_id: credential.id, tags: [tag] })
  const runs: string[] = []
  for (const text of texts) {
    service.advance(60_000)
    runs.push(await backUp(admin, agent, customer, router.id, text))
  }
  const [artifact] = must(await admin.get(`/api/devices/${router.id}/artifacts`), 200)
  const [newer, older] = must(await admin.get(`/api/artifacts/${artifact.id}/versions`), 200)
  must(await admin.put(`/api/artifacts/${artifact.id}/pin?tenant=${customer.id}`, { version_id: older.id }), 200)
  const snapshots = await twoSnapshots(service, customer, credential.id)
  const user = await customer.create('users', aPerson())
  const fleet = await customer.create('discovery/fleets', { name: 'a fleet', credential_id: credential.id })
  const owner = await customer.as('tenant_admin')
  const token = must(await owner.post('/api/auth/tokens', { name: 'program', role: 'tenant_readonly' }), 201)
  const [session] = must(await owner.get('/api/auth/sessions'), 200)
  const { id: factorId } = await addPasskey(service, owner)
  const webhook = await hasDelivery(admin, customer)
  const document = await hasDocument(service, customer)
  const extra = { platform: 'netco_iosxe', key: 'extra-version', command: 'show clock' }
  const command = await customer.create('extra-commands', extra)
  const aGolden = { name: 'Edge routers', tag, version_id: newer.id }
  const golden = await customer.create('golden-configurations', aGolden)
  await allowBreakGlass(service)
  const copy = await registerCopy(owner)
  must(await admin.put(`/api/identity-provider?tenant=${customer.id}`, aTenantProvider(customer)), 200)
  const twinId = await hasTwin(service, customer)
  const pair = await customer.create('device-pairs', aPairOf(router.id, twinId))
  await hasDryRun(service, { tenantId: customer.id, jobId: runs[0]!, documentId: document })
  const tests = `/api/platforms/documents/${document}/tests?tenant=${customer.id}`
  const test = must(await admin.post(tests, { run_id: runs[0], name: 'the first' }), 200)
  await publish(service)
  const [event] = must(await admin.get(`/api/events?tenant=${customer.id}&limit=1`), 200)
  const { schedule, sent } = await hasSentReport(admin, customer)
  const role = await customer.create('roles', { name: 'Night shift', permissions: ['report:read'] })
  const account = await customer.create('service-accounts', { name: 'automation', role: 'tenant_readonly' })
  /** Adds a pending fingerprint. */
  const hasFingerprint = () => showFingerprint(admin, agent, customer)
  return {
    ...customer,
    agent,
    /** The second device of its pair. */
    twinId,
    /** Path parameters of the contract, and their values here. */
    ids: {
      customer_id: customer.id,
      agent_id: agent.id,
      credential_id: credential.id,
      device_id: router.id,
      run_id: runs[0]!,
      artifact_id: artifact.id,
      version_id: newer.id,
      snapshot_id: snapshots[0]!,
      fingerprint_id: await hasFingerprint(),
      user_id: user.id,
      role_id: role.id,
      service_account_id: account.id,
      session_id: session.id,
      factor_id: factorId,
      webhook_id: webhook.webhook_id,
      channel_id: webhook.webhook_id,
      delivery_id: webhook.id,
      report_schedule_id: schedule.id,
      sent_report_id: sent.id,
      event_id: event.id,
      token_id: token.id,
      fleet_id: fleet.id,
      document_id: document,
      copy_id: copy.id,
      approval_id: await hasPendingApproval(service, customer.id),
      command_id: command.id,
      golden_id: golden.id,
      pair_id: pair.id,
      test_id: test.id,
      resource_type: 'User',
      schema_id: 'urn:ietf:params:scim:schemas:core:2.0:User',
      destruction_id: await hasDestruction(service, customer),
    } as Record<string, string>,
    /** Required query parameters, as `operation.name`. */
    queries: {
      'listChanges.device_id': router.id,
      'readNamedDeviceConfig.name': router.name,
      'getEffectiveBlackouts.device_id': router.id,
      'diffVersions.from': older.id,
      'diffVersions.to': newer.id,
      'compareVersions.from': older.id,
      'compareVersions.to': newer.id,
      'readOutliers.tag': tag,
      'readPeriodReport.period': 'daily',
      'readRunTimeline.since': '2026-11-20T20:00:00Z',
      'readRunTimeline.until': '2026-11-21T08:00:00Z',
      'readOutliers.platform': 'netco_iosxe',
      'readOutliers.key': 'running-config',
      'listPastStates.at': '2999-12-31T00:00:00Z',
      'diffPlatformDocument.from': '1',
      'diffPlatformDocument.to': '1',
      'diffSnapshots.other': snapshots[1]!,
      'readSnapshotFile.path': '/etc/hostname',
    } as Record<string, string>,
    hasFingerprint,
    /** Adds a run that waits for an agent. */
    async hasRun() {
      return trigger(admin, customer, (await customer.hasDevice({ credential_id: credential.id })).id)
    },
  }
}

/** Adds a report schedule and a sent report, and a logo. */
async function hasSentReport(admin: Client, customer: Customer) {
  const fields = { name: 'daily report', period: 'daily', recipients: ['noc@example.net'] }
  const schedule = await customer.create('report-schedules', fields)
  const logo = { data: png({ width: 2, height: 2 }).toString('base64') }
  must(await admin.put(`/api/tenants/${customer.id}/logo`, logo), 200)
  const path = `/api/report-schedules/${schedule.id}/send?tenant=${customer.id}`
  return { schedule, sent: must(await admin.post(path, undefined), 202) }
}

/** Adds a second router with a text. */
async function hasTwin({ dependencies }: TestService, customer: Customer): Promise<string> {
  const tenant = await createScene(dependencies, customer)
  const twin = await tenant.hasDevice()
  await tenant.hasText(twin, 'hostname r2\n')
  return twin.id
}

export function aPairOf(firstId: string, secondId: string) {
  const name = `pair ${randomUUID().slice(0, 8)}`
  return { name, first_device_id: firstId, second_device_id: secondId, key: 'running-config' }
}

/** Adds a completed destruction that does not delete the tenant's keys. */
async function hasDestruction(
  { dependencies: { knex, now } }: TestService,
  { id: tenantId, slug }: Customer,
): Promise<string> {
  const at = now()
  const id = randomUUID()
  const certificate = JSON.stringify({
    certificate: { id },
    signature: { algorithm: 'ed25519', public_key: '', value: '' },
  })
  await inScope(knex, { kind: 'platform' }, (trx) =>
    Destruction.query(trx)
      .insert({
        ...{ id, tenantId, slug, name: slug, kind: 'keys', state: 'done', certificate },
        ...{ requestedBy: 'somebody', requestedAt: at, dueAt: at, startedAt: at, completedAt: at },
      })
      .execute(),
  )
  return id
}

/** Adds the document of the contract's examples, which was activated once. */
async function hasDocument({ dependencies: { knex, now } }: TestService, { id: tenantId }: Customer): Promise<string> {
  const id = randomUUID()
  const at = now()
  const { extended, source } = aDocument('acme_switch')
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    await PlatformDocumentRow.query(trx).insert({
      ...{ id, tenantId, platform: extended.id, name: 'Acme', latestVersion: 1, activeVersion: 1 },
      ...{ retiredAt: at, createdAt: at, updatedAt: at },
    })
    await PlatformDocumentVersionRow.query(trx).insert({
      ...{ documentId: id, tenantId, number: 1, source, document: extended, transports: ['ssh'] },
      ...{ createdAt: at, createdBy: 'somebody' },
    })
  })
  return id
}

const aDryRun: ReadDryRun = {
  exchanges: [
    {
      reading: 1,
      stage: 'read',
      artifact: 'running-config',
      command: 'show running-config',
      size_bytes: 40,
      duration_ms: 1,
      transcript: 'hostname r1\nend',
      truncated: false,
      matches: [],
      outcome: 'accepted',
      reason: null,
      failure: null,
    },
  ],
  artifacts: [
    {
      key: 'running-config',
      transport: 'ssh',
      outcome: 'accepted',
      size_bytes: 16,
      lines: 2,
      reason: null,
      failure: null,
      cuts: null,
      changes: null,
    },
  ],
  untried: [],
  proposal: null,
}

/** Adds the records of a dry run to a run, so that every operation on a run has an answer for it. */
async function hasDryRun(
  { dependencies: { knex, keys, now } }: TestService,
  { tenantId, jobId, documentId }: { tenantId: string; jobId: string; documentId: string },
): Promise<void> {
  const result = sealDryRun(await keys.of(tenantId), jobId, aDryRun)
  const expiresAt = new Date(now().getTime() + 365 * 24 * 3_600_000)
  await inScope(knex, { kind: 'platform' }, async (trx) => {
    await DryRunRow.query(trx).insert({
      ...{ tenantId, jobId, documentId, version: 1, readings: 1, intervalSeconds: 30, passed: true },
    })
    await DryRunResultRow.query(trx).insert({ tenantId, jobId, result, expiresAt })
  })
}

async function trigger(admin: Client, customer: Customer, deviceId: string): Promise<string> {
  const [run] = must(await admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [deviceId] }), 202)
  return run.id
}

async function backUp(admin: Client, agent: FakeAgent, customer: Customer, deviceId: string, text: string) {
  const run = await trigger(admin, customer, deviceId)
  const job = await agent.startJob()
  await agent.log(job, [{ at: new Date(0).toISOString(), level: 'info', line: 'show running-config' }])
  const answer = await agent.result(job, { artifacts: await agent.capture(job, { 'running-config': text }) })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return run
}

/** An agent reports a device key that is not approved, and its run ends blocked. */
async function showFingerprint(admin: Client, agent: FakeAgent, customer: Customer): Promise<string> {
  const device = await customer.hasDevice()
  await trigger(admin, customer, device.id)
  const jobs = await agent.open(await agent.claim())
  const job = jobs.find(({ order }) => order.device.id === device.id)
  if (!job) throw new Error('the agent was not given the job')
  await agent.heartbeat([job])
  const { host } = job.order.device
  const fingerprint = `SHA256:${createHash('sha256').update(job.jobId).digest('base64').replace('=', '')}`
  const observed = [{ kind: 'ssh_host_key', algorithm: 'ssh-ed25519', host, port: 22, fingerprint }]
  await agent.send('POST', `/api/agent/jobs/${job.jobId}/fingerprints`, { lease_id: job.leaseId, observed })
  await agent.result(job, { outcome: 'blocked', error_code: 'fingerprint_unapproved' })
  const [shown] = must(await admin.get(`/api/trust/fingerprints?device_id=${device.id}&pending_only=true`), 200)
  return shown.id
}

async function twoSnapshots(service: TestService, customer: Customer, credentialId: string): Promise<string[]> {
  const { id } = await customer.hasDevice({
    platform: 'linux_server',
    credential_id: credentialId,
    options: { paths: ['/etc'] },
  })
  const tenant = await createScene(service.dependencies, customer)
  const server = await tenant.inTransaction(({ trx }) => Device.query(trx).findById(id).throwIfNotFound().execute())
  const snapshots: string[] = []
  for (const name of ['web1\n', 'web2\n']) {
    service.advance(60_000)
    const { snapshot } = await tenant.hasTree(server, [
      ['etc', {}],
      ['etc/hostname', { bytes: name }],
    ])
    snapshots.push(snapshot.id)
  }
  return snapshots
}

/** A webhook whose address is rejected, because it is local. */
async function hasDelivery(admin: Client, customer: Customer) {
  const body = { name: 'a webhook', url: 'http://127.0.0.1:9/', secret: 'a secret of some length' }
  const { id } = await customer.create('webhooks', body)
  return must(await admin.post(`/api/webhooks/${id}/test`), 200)
}

function aPerson() {
  const email = `${randomUUID()}@example.net`
  return { email, name: 'Somebody', role: 'tenant_readonly', password: 'long enough for us' }
}
