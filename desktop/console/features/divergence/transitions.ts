import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']

/** A change from one version to the next, from either list. */
export interface Transition {
  /** Of the newer version. */
  id: string
  artifactId: string
  key: string
  transport: string
  kind: 'text' | 'blob' | undefined
  snapshotId: string | null
  /** Null if retention deleted it. */
  fromId: string | null
  at: string
  /** Lines of a text, entries of a tree; null if unknown. */
  added: number | null
  removed: number | null
  device: { id: string; tenantId: string; name: string; site: string; platform: string }
  /** Undefined: this list does not contain it. */
  isReviewed: boolean | undefined
}

export function ofChange({ version, previous_version_id: fromId, device }: Schemas['Change']): Transition {
  const {
    id,
    artifact_id: artifactId,
    key,
    transport,
    kind,
    snapshot_id: snapshotId,
    captured_at: at,
    added,
    removed,
  } = version
  const { tenant_id: tenantId, name, site, platform } = device
  return {
    ...{ id, artifactId, key, transport, kind, snapshotId, fromId, at, added, removed },
    device: { id: device.id, tenantId, name, site, platform },
    isReviewed: version.reviewed_at !== null,
  }
}

export function ofRanking(
  ecart: Schemas['Divergence']['ecarts'][number],
  { id, tenant_id: tenantId, name, site, platform }: Schemas['Device'],
): Transition {
  return {
    id: ecart.to_version_id,
    artifactId: ecart.artifact_id,
    key: ecart.artifact_key,
    transport: ecart.transport,
    kind: undefined,
    snapshotId: null,
    fromId: ecart.from_version_id,
    at: ecart.to_at,
    added: ecart.added,
    removed: ecart.removed,
    device: { id, tenantId, name, site, platform },
    isReviewed: undefined,
  }
}

/** Returns the magnitude; null if unknown. */
export function magnitudeOf({ added, removed }: Pick<Transition, 'added' | 'removed'>): number | null {
  return added === null ? null : added + (removed ?? 0)
}

/** Sorts by magnitude, then latest first; unknown ones are last. */
export function ranked(transitions: readonly Transition[]): Transition[] {
  return transitions.toSorted(
    (a, b) => (magnitudeOf(b) ?? -1) - (magnitudeOf(a) ?? -1) || b.at.localeCompare(a.at) || b.id.localeCompare(a.id),
  )
}

/** A group of changes and its magnitude. */
export interface Share {
  key: string
  name: string
  changes: number
  added: number
  removed: number
  /** Changes of unknown size. */
  unknown: number
  devices: number
  /** Time of the latest change. */
  at: string
}

export type Measure = 'lines' | 'changes'

/** Groups by `nameOf`, the largest first. */
export function sharesOf(
  transitions: readonly Transition[],
  nameOf: (transition: Transition) => { key: string; name: string },
  by: Measure,
): Share[] {
  const shares = new Map<string, Share & { seen: Set<string> }>()
  for (const transition of transitions) {
    const { key, name } = nameOf(transition)
    const nothing = {
      key,
      name,
      changes: 0,
      added: 0,
      removed: 0,
      unknown: 0,
      devices: 0,
      at: '',
      seen: new Set<string>(),
    }
    const share = shares.get(key) ?? nothing
    share.changes += 1
    share.added += transition.added ?? 0
    share.removed += transition.removed ?? 0
    share.unknown += transition.added === null ? 1 : 0
    share.seen.add(transition.device.id)
    share.at = transition.at > share.at ? transition.at : share.at
    shares.set(key, share)
  }
  const size = (share: Share) => (by === 'lines' ? share.added + share.removed : share.changes)
  return [...shares.values()]
    .map(({ seen, ...share }) => ({ ...share, devices: seen.size }))
    .toSorted((a, b) => size(b) - size(a) || b.changes - a.changes || a.name.localeCompare(b.name))
}

export interface Totals {
  changes: number
  devices: number
  added: number
  removed: number
  unknown: number
  unreviewed: number
}

export function totalsOf(transitions: readonly Transition[]): Totals {
  const sum = (of: (transition: Transition) => number) => transitions.reduce((total, one) => total + of(one), 0)
  return {
    changes: transitions.length,
    devices: new Set(transitions.map(({ device }) => device.id)).size,
    added: sum(({ added }) => added ?? 0),
    removed: sum(({ removed }) => removed ?? 0),
    unknown: sum(({ added }) => (added === null ? 1 : 0)),
    unreviewed: sum(({ isReviewed }) => (isReviewed === false ? 1 : 0)),
  }
}

export interface Slot {
  from: Date
  until: Date
  changes: number
  lines: number
}

/** Returns the magnitude in each of `count` equal intervals from `since` to `until`. */
export function slotsOf(transitions: readonly Transition[], since: Date, until: Date, count: number): Slot[] {
  const width = (until.getTime() - since.getTime()) / count
  const slots = Array.from({ length: count }, (_, place) => ({
    from: new Date(since.getTime() + place * width),
    until: new Date(since.getTime() + (place + 1) * width),
    changes: 0,
    lines: 0,
  }))
  for (const transition of transitions) {
    const place = Math.floor((Date.parse(transition.at) - since.getTime()) / width)
    const slot = slots[Math.min(count - 1, Math.max(0, place))]
    if (!slot) continue
    slot.changes += 1
    slot.lines += magnitudeOf(transition) ?? 0
  }
  return slots
}
