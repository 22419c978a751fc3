import { collectDevice } from '../../agent/collect/collect.ts'
import type { Captured } from '../../agent/collect/captured.ts'
import type { CloudAccess } from '../../agent/procedures/cloud-access.ts'
import type { MerakiDocument } from '../../shared/platforms/meraki-document.ts'
import { apiDeps, apiLimits } from './collect-over-api.ts'
import type { MerakiSimulator } from './meraki-simulator.ts'

export interface MerakiRun {
  captured: Captured
  /** By artifact key. */
  documents: Record<string, MerakiDocument>
  log: string[]
  /** Organisations for which the vendor reported too many requests. */
  held: string[]
}

/** Executes a run of a network of the simulator; default: N_1. */
export async function collectFromMeraki(
  cloud: Pick<MerakiSimulator, 'baseUrl' | 'shard' | 'authority' | 'key'>,
  options: Record<string, unknown> = {},
  { key = cloud.key, authorities = [cloud.authority], isAgent = false } = {},
): Promise<MerakiRun> {
  const log: string[] = []
  const held: string[] = []
  const access: CloudAccess = {
    baseUrl: cloud.baseUrl,
    allowedHosts: [cloud.shard],
    authorities,
    takeTurn: () => Promise.resolve(),
    holdBack: (organisation) => Promise.resolve(void held.push(organisation)),
  }
  const order = {
    jobId: 'job',
    leaseId: 'lease',
    kind: 'backup' as const,
    device: {
      id: 'device',
      name: 'HQ',
      platform: 'netco_meraki',
      host: '192.0.2.1', // not used
      ports: { ssh: 22, api: 443 },
      options: { netco_network_id: 'N_1', ...options },
    },
    transports: ['api' as const],
    credentials: { api: { username: '', api_token: key } },
    addressApproved: true,
    approved: { ssh: [], api: [] },
    rejected: [],
    posture: 'strict' as const,
  }
  const dependencies = apiDeps(log, {
    requestLimits: { ...apiLimits, retryMs: 1 },
    ...(isAgent ? {} : { cloud: access }),
  })
  const captured = await collectDevice(order, dependencies)
  const documents = Object.fromEntries(
    captured.texts.map(({ key, raw }) => [key, JSON.parse(raw.toString()) as MerakiDocument]),
  )
  return { captured, documents, log, held }
}
