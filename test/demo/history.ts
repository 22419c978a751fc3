import path from 'node:path'
import type { components } from '../../shared/contract/api-types.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { ensureAdministrator } from '../../service/first-start.ts'
import { apiCredential } from '../support/collect-over-api.ts'
import type { ManualClock } from '../support/fake-clock.ts'
import { merakiKey } from '../support/meraki-simulator.ts'
import { loginSecret } from '../support/open-simulator.ts'
import { seeded } from '../support/random.ts'
import { type Client, type TestService, must } from '../support/service.ts'
import { actsOf, beginRestore } from './acts.ts'
import type { Made, Scene } from './history-scene.ts'
import type { Lab } from './lab.ts'
import type { TenantSlug, LabDevice } from './lab-device.ts'
import { nightsOf } from './nights.ts'
import { ada, openDesk, people } from './people.ts'
import { type CollectingAgent, openCollectingAgent } from './collecting-agent.ts'

type Schemas = components['schemas']

export interface HistoryOptions {
  /** Number of nights. */
  nights: number
  /** The end of the history; the last night is the one before. */
  end: Date
  password: string
  /** The folder of the agents' state. */
  agentsFolder: string
  /** Of the simulated devices that have a clock. */
  deviceClock: ManualClock
  /** Runs the agents and the cloud concurrently, which is faster; the durations of runs then vary. */
  isHasty?: boolean
  /** Whether a restore waits for its confirmation at the end. */
  isRestoring?: boolean
  /** Called with progress messages. */
  say?: (line: string) => void
}

/**
 * All agents but one are in lab mode. Backups of a lab agent cannot be restored, so the edge router has a regular
 * agent, which makes restores possible.
 */
const agents: { slug: string; name: string; customer: TenantSlug; isLab: boolean }[] = [
  { slug: 'lab', name: 'Lab of Harbour Logistics', customer: 'harbour-logistics', isLab: true },
  { slug: 'edge', name: 'Simulated edge', customer: 'harbour-logistics', isLab: false },
  { slug: 'lab', name: 'Lab of Northwind Clinics', customer: 'northwind-clinics', isLab: true },
]

export const customers: Record<TenantSlug, string> = {
  'harbour-logistics': 'Harbour Logistics',
  'northwind-clinics': 'Northwind Clinics',
}

/** Claims return without waiting. */
export const historyIntervals = { ...defaultIntervals, claim_wait_ms: 1 }

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/**
 * Simulates several nights and days of a service: its agents collect from the lab, its maintenance tasks run at their
 * hours, and users act through the API. Nothing bypasses the service. Its clock, and the devices' own, must start at
 * `beginningOf` these options.
 */
export async function makeHistory(service: TestService, lab: Lab, options: HistoryOptions): Promise<Made> {
  const { nights: count, end, say = () => undefined, deviceClock } = options
  const lastNight = nightBefore(end)
  service.dependencies.intervals = historyIntervals
  const walk = (ms: number) => {
    service.advance(ms)
    deviceClock.advance(ms)
  }
  const walkTo = (at: number) => walk(at - service.dependencies.now().getTime())
  const midnight = (ago: number) => lastNight.getTime() - ago * day - 2 * hour

  await lab.become(count)
  const scene = await open(service, lab, options, walk)
  await begin(scene)
  for (let ago = count - 1; ago >= 0; ago -= 1) {
    await lab.become(ago)
    walkTo(midnight(ago) + 5 * minute)
    await scene.nights.report()
    walkTo(midnight(ago) + 40 * minute)
    await scene.nights.sample()
    walkTo(midnight(ago) + 2 * hour)
    await scene.work()
    await scene.nights.tell(answerOf(ago))
    if (ago === 0) await scene.nights.keepHouse()
    for (const { at, act } of actsOf(ago, count)) {
      if (midnight(ago) + at * hour > end.getTime()) break
      walkTo(midnight(ago) + at * hour)
      await act(scene)
    }
    await scene.nights.tell(answerOf(ago))
    say(`${count - ago} of ${count} nights`)
  }
  walkTo(end.getTime() - minute)
  if (options.isRestoring) await beginRestore(scene)
  walkTo(Math.max(end.getTime(), service.dependencies.now().getTime()))
  await scene.round() // all agents are online at the end
  await scene.nights.tell(answerOf(0))
  return { customers: scene.customers, agents: scene.agents, devices: scene.devices }
}

/** Returns 9:00 before the first night, at which the service's clock must start. */
export function beginningOf({ nights, end }: Pick<HistoryOptions, 'nights' | 'end'>): Date {
  return new Date(nightBefore(end).getTime() - nights * day + 7 * hour)
}

/** Returns 02:00 UTC of the last completed night. */
export function nightBefore(end: Date): Date {
  const night = new Date(end)
  night.setUTCHours(2, 0, 0, 0)
  return end.getTime() - night.getTime() >= 30 * minute ? night : new Date(night.getTime() - day)
}

/** The receiver of webhooks is unavailable for a day. */
function answerOf(ago: number): () => number {
  return () => (ago === 1 ? 503 : 204)
}

async function open(service: TestService, lab: Lab, options: HistoryOptions, walk: (ms: number) => void) {
  await ensureAdministrator(service.dependencies)
  const desk = openDesk(service, options.password)
  const admin = await desk.as(ada.email)
  const made: Made = { customers: {} as Made['customers'], agents: [], devices: {} }
  for (const [slug, name] of Object.entries(customers) as [TenantSlug, string][]) {
    made.customers[slug] = must(await admin.post('/api/tenants', { slug, name }), 201).id
  }
  for (const { customer, ...person } of people) {
    const where = customer ? `?tenant=${made.customers[customer]}` : ''
    must(await admin.post(`/api/users${where}`, { ...person, password: options.password }), 201)
  }
  const random = seeded(17)
  const collecting: CollectingAgent[] = []
  for (const { slug, name, customer, isLab } of agents) {
    const tenant = `tenant=${made.customers[customer]}`
    const { id } = must(await admin.post(`/api/agents?${tenant}`, { slug, name, lab_mode: isLab }), 201)
    const { token } = must(await admin.post(`/api/agents/${id}/enrollment-token?${tenant}`, {}), 201)
    const stateDir = path.join(options.agentsFolder, `${customer}-${slug}`)
    made.agents.push({ id, slug, customer, stateDir })
    const paceMs = () => {
      const ms = 1_500 + Math.floor(random() * 9_000)
      walk(ms)
      return 0
    }
    collecting.push(await openCollectingAgent(service, { stateDir, token, version: '0.1.0', paceMs }))
  }
  const nights = nightsOf(service)

  async function round() {
    await nights.claimDue()
    const parts = [...collecting.map((agent) => agent.work), nights.cloud]
    if (options.isHasty) await Promise.all(parts.map((work) => work()))
    else for (const work of parts) await work()
  }
  return {
    ...made,
    service,
    lab,
    nights,
    desk,
    walk,
    lastNight: nightBefore(options.end),
    collecting,
    round,
    async work() {
      await round()
      walk(11 * minute)
      await round()
    },
  }
}

/** The first day: the inventory, blocked backups, and the approval of host keys. */
async function begin(scene: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { desk, lab, devices } = scene
  const admin = await desk.as(ada.email)
  for (const slug of Object.keys(customers) as TenantSlug[]) {
    const post = (where: string, body: object) => admin.post(`${where}?tenant=${scene.customers[slug]}`, body)
    const credential = async (name: string, fields: object, description: string) =>
      must(await post('/api/credentials', { name, description, ...fields }), 201).id as string
    const network = await credential(
      'network',
      { username: 'backup', password: loginSecret },
      'TACACS account, read only',
    )
    const api = await credential('api', apiCredential, 'for REST and XML interfaces')
    for (const device of lab.devices.filter(({ customer }) => customer === slug)) {
      const credentialId = device.login === 'api' ? api : network
      devices[device.name] = must(await post('/api/devices', newDevice(scene, device, credentialId)), 201).id
    }
  }
  await beginCloud(scene, admin)
  await backUpAll(scene, admin)
  scene.walk(40 * minute)
  await approve(scene, ({ device }) => device.name !== 'ghent-sw-2')
  await backUpAll(scene, admin)
}

async function backUpAll({ customers: ids, devices, lab, round }: Scene, admin: Client): Promise<void> {
  const ofHarbour = new Set(
    lab.devices.filter(({ customer }) => customer === 'harbour-logistics').map(({ name }) => name),
  )
  for (const [slug, id] of Object.entries(ids)) {
    const own = Object.keys(devices).filter((name) => ofHarbour.has(name) === (slug === 'harbour-logistics'))
    must(await admin.post(`/api/backups/trigger?tenant=${id}`, { device_ids: own.map((name) => devices[name]) }), 202)
  }
  await round()
}

async function beginCloud({ nights, customers: ids, devices }: Scene, admin: Client): Promise<void> {
  const post = (where: string, body: object) => admin.post(`${where}?tenant=${ids['northwind-clinics']}`, body)
  const secrets = { name: 'dashboard', api_token: merakiKey, description: 'key of the Meraki dashboard' }
  const { id: credentialId } = must(await post('/api/credentials', { username: 'api', ...secrets }), 201)
  const wanted = { name: 'Clinics on Meraki', credential_id: credentialId, schedule: '30 2 * * 1' }
  const { id } = must(await post('/api/discovery/fleets', wanted), 201)
  must(await post(`/api/discovery/fleets/${id}/scan`, {}), 202)
  await nights.cloud()
  must(await post(`/api/discovery/fleets/${id}/apply`, { keys: ['N_1'] }), 200)
  const found: Schemas['Device'][] = must(await admin.get('/api/devices?platform=netco_meraki'), 200)
  for (const device of found) devices[device.name] = device.id
}

/** Approves pending fingerprints, as after a comparison with the device. */
async function approve({ desk }: Scene, isCompared: (fingerprint: Schemas['Fingerprint']) => boolean): Promise<void> {
  for (const slug of Object.keys(customers) as TenantSlug[]) {
    const person = await desk.as(slug === 'harbour-logistics' ? 'admin@harbour.example' : 'admin@northwind.example')
    const waiting: Schemas['Fingerprint'][] = must(await person.get('/api/trust/fingerprints?pending_only=true'), 200)
    for (const one of waiting.filter(isCompared))
      must(await person.post(`/api/trust/fingerprints/${one.id}/approve`, { displayed: one.fingerprint }), 200)
  }
}

function newDevice(
  { lab, agents: all, lastNight }: Scene,
  device: LabDevice,
  credentialId: string,
): Schemas['NewDevice'] {
  const place = lab.places.get(device.name)
  if (!place) throw new Error(`${device.name} has no place`)
  const { host, sshPort, apiPort } = place
  // NETCONF is an API on the SSH port.
  const isBoth = device.platform === 'routeco_junos'
  const port = isBoth
    ? { ssh_port: sshPort, api_port: sshPort }
    : device.path === 'ssh'
      ? { ssh_port: sshPort }
      : { api_port: apiPort }
  const own = all.find(({ customer, slug }) => customer === device.customer && slug === (device.agent ?? 'lab'))
  return {
    name: device.name,
    hostname: host,
    platform: device.platform as Schemas['PlatformId'],
    approve_address: true,
    transport_pref: device.path,
    schedule: device.tags.includes('critical') || device.mood ? '0 2 * * *' : everyOtherNight(lastNight),
    site: device.site,
    tags: device.tags,
    credential_id: credentialId,
    agent_ids: own ? [own.id] : [],
    options: { ...device.options, ...port },
    ...device.fields,
  }
}

/** Returns three nights a week that include the last one, so that the history does not depend on the date. */
function everyOtherNight(lastNight: Date): string {
  const days = [0, 2, 4].map((ago) => (lastNight.getUTCDay() - ago + 7) % 7).sort((a, b) => a - b)
  return `0 2 * * ${days.join(',')}`
}
