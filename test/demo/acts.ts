import { randomBytes } from 'node:crypto'
import type { components } from '../../shared/contract/api-types.ts'
import { must } from '../support/service.ts'
import type { Scene } from './history-scene.ts'

type Schemas = components['schemas']

/** A user's action at an hour of a day. */
export interface Act {
  /** Hours after midnight, UTC. */
  at: number
  act: (scene: Scene) => Promise<void>
}

/** Returns the users' actions on the day after a night, in order. `nights`: the number of nights in the history. */
export function actsOf(ago: number, nights: number): Act[] {
  const reviews = ago % 2 === 1 || ago === nights - 1 ? [{ at: 9.5, act: reviewsOf(ago) }] : []
  return [...reviews, ...(days[ago] ?? [])].sort((a, b) => a.at - b.at)
}

const eva = 'admin@harbour.example'
const lien = 'operator@harbour.example'
const dimitar = 'admin@northwind.example'
const ines = 'operator@northwind.example'
const ada = 'ada@coffer.example'
const sam = 'noc@coffer.example'

const days: Record<number, Act[]> = {
  12: [{ at: 15, act: ({ desk }) => search(desk, lien, 'snmp-server community') }],
  2: [
    { at: 8.5, act: allowRestores },
    { at: 9, act: setPolicies },
    { at: 10, act: connectPrograms },
    { at: 11, act: pinWhatMatters },
    { at: 14, act: testConnections },
  ],
  1: [
    { at: 8, act: addWhatIsNotThere },
    { at: 10, act: release },
    { at: 13, act: giveBackAndForget },
    { at: 15, act: readOverTheOtherPath },
    { at: 16, act: ({ desk }) => search(desk, lien, 'permit tcp') },
    { at: 17, act: changeACredential },
  ],
}

/** Reviews some of the changes and leaves the others. */
function reviewsOf(ago: number) {
  return async ({ desk }: Scene) => {
    for (const [person, notes] of [
      [eva, ['as planned', 'agreed with the network team', 'small correction after the audit']],
      [dimitar, ['vendor visit', 'maintenance window of the hospital']],
    ] as const) {
      const client = await desk.as(person)
      const changes: Schemas['Change'][] = must(await client.get('/api/changes?reviewed=false&limit=50'), 200)
      const chosen = changes.filter((_change, at) => at % 3 !== ago % 3).slice(0, 6)
      for (const [at, { version }] of chosen.entries()) {
        const note = notes[(at + ago) % notes.length]
        const ticket = at % 2 === 0 ? { ticket: `CHG-${2400 - ago * 7 + at}` } : {}
        must(await client.post('/api/changes/review', { version_ids: [version.id], note, ...ticket }), 200)
      }
    }
  }
}

async function allowRestores({ desk, customers }: Scene): Promise<void> {
  const client = await desk.as(ada)
  must(await client.put('/api/restore/policy/platform', { restore_policy: 'allow' }), 200)
  const level = `customer?tenant=${customers['harbour-logistics']}`
  must(await client.put(`/api/restore/policy/${level}`, { restore_policy: 'allow' }), 200)
}

async function setPolicies({ desk, devices }: Scene): Promise<void> {
  const admin = await desk.as(ada)
  must(await admin.put('/api/retention/platform', { keep_days: 730, keep_last: 30 }), 200)
  must(await admin.patch('/api/settings', { storage_low_percent: 15 }), 200)
  const harbour = await desk.as(eva)
  must(await harbour.put('/api/retention/customer', { keep_days: 400, keep_last: 50 }), 200)
  must(await harbour.put(`/api/retention/device?device_id=${devices['ant-fw-1']}`, { keep_days: 2000 }), 200)
  const hours = { name: 'loading hours', days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '05:00', to: '09:00' }
  must(await harbour.put('/api/blackouts/site?site=Ghent%20depot', { blackouts: [hours] }), 200)
  const northwind = await desk.as(dimitar)
  const rounds = { name: 'morning rounds', days: ['mon', 'wed', 'fri'], from: '06:30', to: '08:00' }
  must(await northwind.put('/api/blackouts/customer', { blackouts: [rounds] }), 200)
  must(await northwind.put('/api/trust/posture/customer', { trust_posture: 'strict' }), 200)
}

async function connectPrograms({ desk }: Scene): Promise<void> {
  const operations = await desk.as(sam)
  const monitoring = { name: 'monitoring', role: 'platform_operator', expires_in_days: 365 }
  must(await operations.post('/api/auth/tokens', monitoring), 201)
  const harbour = await desk.as(eva)
  must(await harbour.post('/api/auth/tokens', { name: 'inventory sync', role: 'tenant_operator' }), 201)
  const secret = randomBytes(24).toString('base64url')
  const tickets = {
    name: 'ticket system',
    url: 'https://tickets.harbour.example/hooks/coffer',
    secret,
    events: ['run.failed', 'run.blocked', 'version.suspicious', 'fingerprint.changed'],
  }
  const { id } = must(await harbour.post('/api/webhooks', tickets), 201)
  const chat = {
    name: 'chat of the network team',
    url: 'https://chat.harbour.example/hooks/7f3a',
    secret,
    tags: ['critical'],
  }
  must(await harbour.post('/api/webhooks', { ...chat, digest_minutes: 60 }), 201)
  must(await harbour.post(`/api/webhooks/${id}/test`), 200)
}

async function pinWhatMatters({ desk, devices }: Scene): Promise<void> {
  const client = await desk.as(eva)
  for (const [name, key] of [
    ['ant-fw-1', 'full-configuration'],
    ['ant-core-1', 'running-config'],
    ['ant-leaf-1', 'running-config'],
  ] as const) {
    const artifacts: Schemas['Artifact'][] = must(await client.get(`/api/devices/${devices[name]}/artifacts`), 200)
    const artifact = artifacts.find((one) => one.key === key)
    const versions: Schemas['Version'][] = must(await client.get(`/api/artifacts/${artifact?.id}/versions`), 200)
    must(await client.put(`/api/artifacts/${artifact?.id}/pin`, { version_id: versions[0]?.id }), 200)
  }
}

async function testConnections({ desk, devices, round, work }: Scene): Promise<void> {
  await round() // a user with the required permission is present
  must(await (await desk.as(lien)).post(`/api/devices/${devices['ant-core-1']}/test`), 202)
  must(await (await desk.as(ines)).post(`/api/devices/${devices['east-sw-1']}/test`), 202)
  await work()
}

/** Adds a device that was never installed, one that is switched off temporarily, and runs that were cancelled. */
async function addWhatIsNotThere({ desk }: Scene): Promise<void> {
  const client = await desk.as(eva)
  const spare = { hostname: '192.0.2.77', platform: 'netco_iosxe', site: 'Ghent depot', tags: ['spare'] }
  const { id: retired } = must(await client.post('/api/devices', { ...spare, name: 'ghent-sw-0' }), 201)
  must(await client.post(`/api/devices/${retired}/decommission`), 200)
  const { id: off } = must(
    await client.post('/api/devices', { ...spare, name: 'ghent-sw-9', schedule: '0 3 * * *' }),
    201,
  )
  const [run] = must(await client.post('/api/backups/trigger', { device_ids: [off] }), 202)
  must(await client.post(`/api/runs/${run.id}/cancel`), 202)
  must(await client.patch(`/api/devices/${off}`, { enabled: false }), 200)
}

/** Starts a restore of the previous version to the edge router, which waits for its confirmation. */
export async function beginRestore({ desk, devices, round }: Scene): Promise<void> {
  const client = await desk.as(eva)
  const artifacts: Schemas['Artifact'][] = must(
    await client.get(`/api/devices/${devices['ant-edge-1']}/artifacts`),
    200,
  )
  const artifact = artifacts.find(({ key, transport }) => key === 'configuration-conf' && transport === 'ssh')
  const versions: Schemas['Version'][] = must(await client.get(`/api/artifacts/${artifact?.id}/versions`), 200)
  const where = `/api/artifacts/versions/${versions[1]?.id}/restore`
  must(await client.post(where, { confirm: 'LOAD OVERRIDE' }), 202)
  await round()
}

async function release(scene: Scene): Promise<void> {
  const client = await scene.desk.as(eva)
  await beginRestore(scene)
  scene.walk(3 * 60_000)
  must(await client.post(`/api/devices/${scene.devices['ant-edge-1']}/restore/confirm`), 202)
  await scene.round()
  await scene.round()
}

async function giveBackAndForget(scene: Scene): Promise<void> {
  await beginRestore(scene)
  scene.walk(15 * 60_000)
  await scene.round()
  await scene.round()
}

async function readOverTheOtherPath({ desk, devices, work }: Scene): Promise<void> {
  const client = await desk.as(eva)
  const id = devices['ant-edge-1']
  must(await client.patch(`/api/devices/${id}`, { transport_pref: 'api' }), 200)
  must(await client.post('/api/backups/trigger', { device_ids: [id] }), 202)
  await work()
  must(await client.patch(`/api/devices/${id}`, { transport_pref: 'ssh' }), 200)
}

async function changeACredential({ desk }: Scene): Promise<void> {
  const client = await desk.as(dimitar)
  const credentials: Schemas['Credential'][] = must(await client.get('/api/credentials'), 200)
  const network = credentials.find(({ name }) => name === 'network')
  must(
    await client.patch(`/api/credentials/${network?.id}`, { description: 'TACACS account, read only; rotated' }),
    200,
  )
}

async function search(desk: Scene['desk'], email: string, pattern: string): Promise<void> {
  must(await (await desk.as(email)).post('/api/search', { pattern }), 200)
}
