import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type ApiCapture, answererOf, readApiCaptures } from '../support/api-captures.ts'
import { bigipDevice } from '../support/bigip-device.ts'
import { bigipRest } from '../support/bigip-rest.ts'
import { unitMembers, unitScf } from '../support/bigip-unit.ts'
import type { Capture, CapturedArtifact } from '../support/captures.ts'
import { makeCertificate } from '../support/certificate.ts'
import { apiCredential } from '../support/collect-over-api.ts'
import { startHttpsDevice } from '../support/https-device.ts'
import type { MerakiWorld } from '../support/meraki-answers.ts'
import { type MerakiSimulator, aMerakiWorld, startMerakiSimulator } from '../support/meraki-simulator.ts'
import { type NetconfCapture, readNetconfCaptures, servedBy } from '../support/netconf-captures.ts'
import { serveNetconf } from '../support/netconf-server.ts'
import { type SshCapture, readSshCaptures, recordingOf } from '../support/ssh-captures.ts'
import { recordedExec, recordedShell, startSshSimulator } from '../support/ssh-simulator.ts'

/** A simulated device on a loopback port that replays a capture of its platform. */
export interface MixedDevice {
  platform: string
  transport: 'ssh' | 'api'
  options: Record<string, unknown>
  /** The credential for its login: NETCONF is an API with an SSH login. */
  login: 'ssh' | 'api' | 'cloud'
}

export interface MixedFleet {
  devices: MixedDevice[]
  /** Where the `netco_meraki` networks are. */
  cloud: Pick<MerakiSimulator, 'baseUrl' | 'shard' | 'authority'>
}

/** Starts devices of every captured platform and transport in their own process, in turn until there are `count`. */
export function startMixedFleet(count: number): Promise<MixedFleet & { stop(): void }> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), [], { serialization: 'json' })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('message', (fleet: MixedFleet) => resolve({ ...fleet, stop: () => child.kill('SIGKILL') }))
    child.send(count)
  })
}

if (process.send) {
  process.once('message', async (count: number) => {
    const world: MerakiWorld = { organisations: [] }
    const { baseUrl, shard, authority } = await startMerakiSimulator({ world })
    const kinds = [
      ...longestOf(readSshCaptures()).map(overSsh),
      ...longestOf(readApiCaptures()).map(overApi),
      ...longestOf(readNetconfCaptures()).map(overNetconf),
      bigipOverSsh,
      bigipOverApi,
      () => inCloud(world),
    ]
    const devices: MixedDevice[] = []
    for (let at = 0; at < count; at += 1) {
      const start = kinds[at % kinds.length]
      if (start) devices.push(await start())
    }
    process.send?.({ devices, cloud: { baseUrl, shard, authority } } satisfies MixedFleet)
  })
}

/** Returns each platform's longest capture of which everything is stored. */
function longestOf<T extends Capture>(captures: T[]): T[] {
  const isWhole = ({ collected }: T) =>
    collected !== undefined && Object.values(collected).every((kept) => !isFailed(kept))
  const sizeOf = ({ collected = {} }: T) => Object.values(collected).reduce((sum, kept) => sum + bytesOf(kept), 0)
  const bySize = captures.filter(isWhole).sort((a, b) => sizeOf(a) - sizeOf(b))
  return [...new Map(bySize.map((capture) => [capture.platform, capture])).values()]
}

function isFailed(kept: CapturedArtifact): boolean {
  return typeof kept === 'object' && 'failed' in kept
}

/** Approximate, for a text given by its number of lines. */
function bytesOf(kept: CapturedArtifact): number {
  if (typeof kept !== 'object') return 0
  if ('bytes' in kept) return kept.bytes
  return 'lines' in kept ? kept.lines * 30 : 0
}

function overSsh(capture: SshCapture): () => Promise<MixedDevice> {
  const recording = recordingOf(capture)
  const options = capture.refusal === undefined ? {} : { refusal: capture.refusal }
  const served = { shell: recordedShell(recording, options), exec: recordedExec(recording, options) }
  return async () => {
    const { port } = await startSshSimulator(served)
    return {
      platform: capture.platform,
      transport: 'ssh',
      login: 'ssh',
      options: { ...capture.options, ssh_port: port },
    }
  }
}

function overApi(capture: ApiCapture): () => Promise<MixedDevice> {
  const answerer = answererOf(capture)
  const certificate = makeCertificate({ hosts: ['127.0.0.1'] })
  return async () => {
    const device = await startHttpsDevice(answerer, { certificate })
    return {
      platform: capture.platform,
      transport: 'api',
      login: 'api',
      options: { ...capture.options, api_port: device.port },
    }
  }
}

function overNetconf(capture: NetconfCapture): () => Promise<MixedDevice> {
  const served = servedBy(capture)
  return async () => {
    const { port } = await startSshSimulator({ subsystem: (_name, stream) => serveNetconf(served, stream) })
    return {
      platform: capture.platform,
      transport: 'api',
      login: 'ssh',
      options: { ...capture.options, api_port: port },
    }
  }
}

const members = unitMembers()
const bigip = { scf: unitScf(members), members }

async function bigipOverSsh(): Promise<MixedDevice> {
  const device = bigipDevice(bigip)
  const { port } = await startSshSimulator({ exec: (command, stream) => device.exec(command, stream) })
  return { platform: 'lbco_bigip', transport: 'ssh', login: 'ssh', options: { ssh_port: port } }
}

async function bigipOverApi(): Promise<MixedDevice> {
  const { answer } = bigipRest({ ...bigip, password: apiCredential.password })
  const { port } = await startHttpsDevice(answer, { certificate: makeCertificate({ hosts: ['127.0.0.1'] }) })
  return { platform: 'lbco_bigip', transport: 'api', login: 'api', options: { api_port: port } }
}

/** Adds a network in its own organisation, because organisations have separate rate limits. */
async function inCloud({ organisations }: MerakiWorld): Promise<MixedDevice> {
  const [site] = aMerakiWorld().organisations.flatMap(({ networks }) => networks)
  if (!site) throw new Error('the world has no network')
  const [id, networkId] = [String(1000 + organisations.length), `N_${organisations.length}`]
  organisations.push({ id, name: `Example ${id}`, networks: [{ ...site, id: networkId }] })
  const options = { netco_network_id: networkId, netco_org_id: id }
  return { platform: 'netco_meraki', transport: 'api', login: 'cloud', options }
}
