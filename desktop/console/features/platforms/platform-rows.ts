import type { components } from '../../../../shared/contract/api-types.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

type Schemas = components['schemas']

export type PlatformState = Schemas['PlatformDocumentStatus'] | 'shipped'
export type EvidenceLevel = Schemas['PlatformEvidence']['level'] | 'recorded'
export type PlatformScope = 'product' | 'all' | 'customer'

/** A platform of the product, or a stored document. */
export interface PlatformRow {
  id: string
  name: string
  platform: string
  vendor: string
  evidence: EvidenceLevel
  note: string
  scope: PlatformScope
  tenant_id: string | null
  state: PlatformState
  devices: number | null
  /** Absent for a platform of the product. */
  document?: string
}

/** Returns stored documents, then the platforms of the product. Platforms whose tests are in the product are `recorded`. */
export function platformRows(
  documents: readonly Schemas['PlatformDocument'][],
  platforms: readonly Schemas['Platform'][],
): PlatformRow[] {
  const stored = documents.map((document): PlatformRow => {
    const { id, name, platform, vendor, evidence, tenant_id, status, devices_count: devices } = document
    const scope = tenant_id === null ? 'all' : 'customer'
    const facts = { id, name, platform, vendor, evidence: evidence.level, note: evidence.note ?? '' }
    return { ...facts, scope, tenant_id, state: status, devices, document: id }
  })
  const known = new Set(documents.map(({ platform }) => platform))
  const shipped = platforms.filter(({ id }) => !known.has(id)).map(productRow)
  return [...stored, ...shipped]
}

function productRow({ id, name, vendor = '', evidence }: Schemas['Platform']): PlatformRow {
  const origin = { scope: 'product', tenant_id: null, state: 'shipped', devices: null } as const
  const level = evidence?.level ?? 'recorded'
  return { id, name, platform: id, vendor, evidence: level, note: evidence?.note ?? '', ...origin }
}

/** Returns the rows that match the filters of the list. */
export function matchPlatforms(
  rows: readonly PlatformRow[],
  { q, scope, state, evidence }: Record<'q' | 'scope' | 'state' | 'evidence', string>,
): PlatformRow[] {
  const wanted = q.trim().toLowerCase()
  return rows.filter(
    (row) =>
      [row.name, row.platform, row.vendor].some((text) => text.toLowerCase().includes(wanted)) &&
      (scope === '' || row.scope === scope) &&
      (state === '' || row.state === state) &&
      (evidence === '' || row.evidence === evidence),
  )
}

export const stateAppearance: Record<PlatformState, { tone: Tone; icon: IconName }> = {
  draft: { tone: 'quiet', icon: 'edit' },
  tested: { tone: 'info', icon: 'check' },
  active: { tone: 'good', icon: 'done' },
  retired: { tone: 'quiet', icon: 'never' },
  shipped: { tone: 'good', icon: 'done' },
}
