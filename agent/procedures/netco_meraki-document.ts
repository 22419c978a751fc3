import type { MerakiDocument } from '../../shared/platforms/meraki-document.ts'
import { recordOf, textIn, textsIn, type MerakiNetwork } from './netco_meraki-network.ts'

export function emptyDocument(networkId: string, artifact: string): MerakiDocument {
  return { networkId, artifact, resources: {}, absent: {}, failed: {} }
}

/**
 * Returns the stored form: JSON, one value a line, members sorted by name because the API may change their order at any
 * time (documentation of the Dashboard API, "Versioning"). Lists retain their order, which is significant in rules.
 */
export function documentText(document: MerakiDocument): Buffer {
  return Buffer.from(`${JSON.stringify(byName(document), undefined, 2)}\n`)
}

/** Filters an organisation-wide answer to the entries of this network. Returns answers of other paths unchanged. */
export function partForNetwork(endpoint: string, value: unknown, network: MerakiNetwork): unknown {
  if (!endpoint.startsWith('/organizations/')) return value
  if (endpoint.endsWith('/configTemplates')) {
    return Array.isArray(value) ? value.filter((one) => textIn(recordOf(one), 'id') === network.templateId) : value
  }
  if (Array.isArray(value)) return value.filter((one) => isAbout(network, recordOf(one)))
  const { peers } = recordOf(value)
  return Array.isArray(peers)
    ? { ...recordOf(value), peers: peers.filter((one) => isAbout(network, recordOf(one))) }
    : value
}

/** Matches by network or by tags. An entry with neither applies to all networks. */
function isAbout(network: MerakiNetwork, entry: Record<string, unknown>): boolean {
  const id = textIn(entry, 'networkId') || textIn(recordOf(entry['network']), 'id')
  if (id !== '') return id === network.id || id === network.templateId
  const tags = textsIn(entry, 'networkTags')
  return tags.length === 0 || tags.includes('all') || tags.some((tag) => network.tags.includes(tag))
}

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName)
  if (typeof value !== 'object' || value === null) return value
  // fromEntries, so that a member called __proto__ is preserved
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, byName(member)]),
  )
}
