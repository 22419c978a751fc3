import type { Failure, StepMessage } from '../../shared/messages/failure.ts'
import type { CollectionCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import { netcoMeraki } from '../../shared/platforms/netco_meraki.ts'
import type { RequestLimits } from '../../shared/platforms/requests.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { CloudAccess } from './cloud-access.ts'
import { type MerakiAnswer, type MerakiApi, openMerakiApi } from './netco_meraki-api.ts'
import { codeOf, recordOf, textIn, textsIn } from './netco_meraki-network.ts'

/** All networks of the organisations that a key can see. */
export interface MerakiFound {
  /** Number of organisations scanned. */
  organisations: number
  networks: { key: string; name: string; organisationId: string; organisation: string; productTypes: string[] }[]
  /** Organisations that could not be scanned, with the reason. */
  skipped: { id: string; name: string; reason: MessageOf<CollectionCode> }[]
}

/** A scan is complete or failed: a partial one would suggest that the other networks were deleted. */
export type MerakiScan = { kind: 'found'; found: MerakiFound } | { kind: 'failed'; failure: Failure }

export interface MerakiSearch {
  token: string | undefined
  cloud: CloudAccess
  /** Limits the scan to these organisations; empty: all. */
  organisations: readonly string[]
  signal: AbortSignal
  now: () => Date
  requestLimits?: Partial<RequestLimits>
  /** Called after each organisation. */
  onProgress: (progress: { organisations: number; organisationsDone: number; networks: number }) => Promise<void>
}

/** @throws the signal's reason; errors of `onProgress` */
export async function scanMeraki(search: MerakiSearch): Promise<MerakiScan> {
  const { token, cloud, signal, now, requestLimits } = search
  try {
    if (token === undefined) {
      const facts = {
        step: message('step_logging_in_to_api'),
        expected: message('expected_api_token'),
        seen: 'a credential without one',
      }
      throw new DeviceFailure('credential_missing', facts)
    }
    const limits = { ...netcoMeraki.api.limits, ...requestLimits }
    const api = await openMerakiApi({ token, cloud, acceptsAny: false, limits, log: () => undefined, signal, now })
    try {
      return { kind: 'found', found: await findNetworks(api, search) }
    } finally {
      await api.close()
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof DeviceFailure)) throw error
    return { kind: 'failed', failure: error.toData() }
  }
}

/** The API's maximum page size for networks. */
const perPage = 1_000

async function findNetworks(api: MerakiApi, { organisations: wanted, onProgress }: MerakiSearch): Promise<MerakiFound> {
  const all = listOf(await api.get('/organizations', ''), message('step_listing_organisations'))
  const chosen = wanted.length === 0 ? all : all.filter((one) => wanted.includes(textIn(one, 'id')))
  const found: MerakiFound = { organisations: chosen.length, networks: [], skipped: [] }
  for (const id of wanted) {
    const isThere = chosen.some((one) => textIn(one, 'id') === id)
    if (!isThere) found.skipped.push({ id, name: '', reason: message('organisation_not_visible') })
  }
  for (const [at, organisation] of chosen.entries()) {
    await onProgress({ organisations: chosen.length, organisationsDone: at, networks: found.networks.length })
    const id = textIn(organisation, 'id')
    const name = textIn(organisation, 'name')
    if (recordOf(organisation['api'])['enabled'] === false) {
      found.skipped.push({ id, name, reason: message('organisation_api_disabled') })
      continue
    }
    const path = `/organizations/${encodeURIComponent(id)}/networks?perPage=${perPage}`
    const answer = await api.get(path, id)
    if (answer.kind === 'refused' && (answer.status === 403 || answer.status === 404)) {
      found.skipped.push({ id, name, reason: message('organisation_networks_denied', { status: answer.status }) })
      continue
    }
    for (const network of listOf(answer, message('step_listing_networks', { organisation: id }))) {
      const key = textIn(network, 'id')
      if (!/^[\w-]{1,64}$/.test(key)) continue // an id that the option does not accept
      found.networks.push({
        key,
        name: textIn(network, 'name'),
        organisationId: id,
        organisation: name,
        productTypes: textsIn(network, 'productTypes'),
      })
    }
  }
  return found
}

function listOf(answer: MerakiAnswer, step: StepMessage): Record<string, unknown>[] {
  const expected = message('expected_list')
  if (answer.kind === 'failed') throw new DeviceFailure(answer.code, { step, expected, seen: answer.seen })
  if (answer.kind === 'refused') {
    const seen = [`${answer.status}`, ...answer.errors].join(': ')
    throw new DeviceFailure(codeOf(answer.status), { step, expected, seen })
  }
  if (!Array.isArray(answer.value)) {
    throw new DeviceFailure('protocol_error', { step, expected, seen: 'something else' })
  }
  return answer.value.map(recordOf)
}
