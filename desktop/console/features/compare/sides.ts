/** What the choice of sides needs of a version. */
export interface Choosable {
  id: string
  pinned: boolean
}

/** The two versions that are compared. */
export interface Sides {
  from: string
  to: string
}

/** What an address names of the two. */
export interface Wanted {
  from?: string
  to?: string
}

/**
 * Which versions an address means. `from` and `to` are ids or words: `latest`, `first`, `pinned`, and for `from` also
 * `previous`, the one before `to`. A side that is not named is that of the latest change.
 * @param versions the latest first
 * @returns undefined where there are no versions, or not the one that is named; of a single one both sides
 */
export function sidesOf(versions: readonly Choosable[], wanted: Wanted): Sides | undefined {
  if (isMissing(versions, wanted)) return undefined
  const to = wanted.to === undefined ? versions[0] : find(versions, wanted.to)
  if (!to) return undefined
  const isBefore = wanted.from === undefined || wanted.from === 'previous'
  const from = isBefore ? before(versions, to.id) : find(versions, wanted.from!)
  return { from: (from ?? to).id, to: to.id }
}

/** Whether an address names a version that is not among these: it is gone, of another lineage, or further back. */
export function isMissing(versions: readonly Choosable[], { from, to }: Wanted): boolean {
  const named = [to, from === 'previous' ? undefined : from].filter((word) => word !== undefined)
  return named.some((word) => find(versions, word) === undefined)
}

function find(versions: readonly Choosable[], word: string): Choosable | undefined {
  if (word === 'latest') return versions[0]
  if (word === 'first') return versions.at(-1)
  if (word === 'pinned') return versions.find(({ pinned }) => pinned)
  return versions.find(({ id }) => id === word)
}

/** The version before one in its lineage, among those that are known. */
export function before<T extends { id: string }>(versions: readonly T[], id: string): T | undefined {
  const at = versions.findIndex((version) => version.id === id)
  return at < 0 ? undefined : versions[at + 1]
}

/** The version after one. */
export function after<T extends { id: string }>(versions: readonly T[], id: string): T | undefined {
  const at = versions.findIndex((version) => version.id === id)
  return at < 1 ? undefined : versions[at - 1]
}

/**
 * The next pair in one direction: the newer side moves by one version and the older one becomes the one before it, as one
 * walks through the history change by change. The same pair at the ends.
 */
export function stepPair(versions: readonly Choosable[], { from, to }: Sides, direction: 'older' | 'newer'): Sides {
  const next = direction === 'older' ? before(versions, to) : after(versions, to)
  const previous = next && before(versions, next.id)
  return next && previous ? { from: previous.id, to: next.id } : { from, to }
}

/** One side moved by one version; the two may be the same, and may cross. */
export function moveSide(
  versions: readonly Choosable[],
  sides: Sides,
  side: keyof Sides,
  direction: 'older' | 'newer',
): Sides {
  const next = direction === 'older' ? before(versions, sides[side]) : after(versions, sides[side])
  return next ? { ...sides, [side]: next.id } : sides
}

/** Whether the older side is the newer one by its date: shown as it was asked for, and said. */
export function isTurned(versions: readonly Choosable[], { from, to }: Sides): boolean {
  const place = (id: string) => versions.findIndex((version) => version.id === id)
  return place(from) < place(to)
}

/** By its name, another version that a side could be. */
export interface SideLink {
  name: 'previous' | 'latest' | 'pinned' | 'first'
  id: string
}

/** Where else either side could stand; `oldestId` is unknown while not all versions are read. */
export function linksOf(
  versions: readonly Choosable[],
  sides: Sides | undefined,
  oldestId: string | undefined,
): Record<keyof Sides, SideLink[]> {
  const named = (name: SideLink['name'], id: string | undefined) => (id === undefined ? [] : [{ name, id }])
  const pinned = named('pinned', versions.find((version) => version.pinned)?.id)
  const previous = named('previous', sides && before(versions, sides.to)?.id)
  return {
    from: [...previous, ...pinned, ...named('first', oldestId)],
    to: [...named('latest', versions[0]?.id), ...pinned],
  }
}
