import type { CloudAccess } from '../../agent/procedures/cloud-access.ts'
import type { MerakiDocument } from '../../shared/platforms/meraki-document.ts'
import { apiLimits, collectJob, jobSpec } from './collect-over-api.ts'
import type { MerakiSimulator } from './meraki-simulator.ts'

/**
 * Executes a run of a network of the simulator; default: N_1. Returns the documents by artifact key, and in `held` the
 * organisations for which the vendor reported too many requests.
 */
export async function collectFromMeraki(
  cloud: Pick<MerakiSimulator, 'baseUrl' | 'shard' | 'authority' | 'key'>,
  options: Record<string, unknown> = {},
  { key = cloud.key, authorities = [cloud.authority], isAgent = false } = {},
) {
  const held: string[] = []
  const access: CloudAccess = {
    baseUrl: cloud.baseUrl,
    allowedHosts: [cloud.shard],
    authorities,
    takeTurn: () => Promise.resolve(),
    holdBack: (organisation) => Promise.resolve(void held.push(organisation)),
  }
  const order = jobSpec('netco_meraki', {
    ...{ transport: 'api', credential: { username: '', api_token: key }, port: 443 },
    options: { netco_network_id: 'N_1', ...options },
  })
  const { captured, log } = await collectJob(order, {
    requestLimits: { ...apiLimits, retryMs: 1 },
    ...(isAgent ? {} : { cloud: access }),
  })
  const documents = Object.fromEntries(
    captured.texts.map(({ key, raw }) => [key, JSON.parse(raw.toString()) as MerakiDocument]),
  )
  return { captured, documents, log, held }
}
