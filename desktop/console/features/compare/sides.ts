/** The fields of a version that the choice of sides needs. */
export interface Choosable {
  id: string
  pinned: boolean
}

/** The two compared versions. */
export interface Sides {
  from: string
  to: string
}

/** The two sides in an address. */
export interface Wanted {
  from?: string
  to?: string
}

/**
 * Resolves the versions in an address. `from` and `to` are ids or words: `latest`, `first`, `pinned`, and for `from`
 * also `previous`, the one before `to`. A missing side is that of the latest change.
 * @param versions the latest first
 * @returns undefined without versions, or if the named one is not among them; of a single version both sides
 */
export function sidesOf(versions: readonly Choosable[], wanted: Wanted): Sides | undefined {
  if (isMissing(versions, wanted)) return undefined
  const to = wanted.to === undefined ? versions[0] : find(versions, wanted.to)
  if (!to) return undefined
  const isBefore = wanted.from === undefined || wanted.from === 'previous'
  const from = isBefore ? before(versions, to.id) : find(versions, wanted.from!)
  return { from: (from ?? to).id, to: to.id }
}

/**
 * Returns whether an address names a version that is not in the list: deleted, of another lineage, or older than the
 * loaded ones.
 */
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

/** Returns the version before another in its lineage, among the loaded ones. */
export function before<T extends { id: string }>(versions: readonly T[], id: string): T | undefined {
  const at = versions.findIndex((version) => version.id === id)
  return at < 0 ? undefined : versions[at + 1]
}

/** Returns the version after another. */
export function after<T extends { id: string }>(versions: readonly T[], id: string): T | undefined {
  const at = versions.findIndex((version) => version.id === id)
  return at < 1 ? undefined : versions[at - 1]
}

/**
 * Returns the next pair in one direction: the newer side moves by one version and the older side is the one before it.
 * Returns the same pair at the ends.
 */
export function stepPair(versions: readonly Choosable[], { from, to }: Sides, direction: 'older' | 'newer'): Sides {
  const next = direction === 'older' ? before(versions, to) : after(versions, to)
  const previous = next && before(versions, next.id)
  return next && previous ? { from: previous.id, to: next.id } : { from, to }
}

/** Moves one side by one version. Both may be the same, and may cross. */
export function moveSide(
  versions: readonly Choosable[],
  sides: Sides,
  side: keyof Sides,
  direction: 'older' | 'newer',
): Sides {
  const next = direction === 'older' ? before(versions, sides[side]) : after(versions, sides[side])
  return next ? { ...sides, [side]: next.id } : sides
}

/** Returns whether the older side is newer by date. It is shown as requested, with a note. */
export function isTurned(versions: readonly Choosable[], { from, to }: Sides): boolean {
  const place = (id: string) => versions.findIndex((version) => version.id === id)
  return place(from) < place(to)
}

/** A named alternative for a side. */
export interface SideLink {
  name: 'previous' | 'latest' | 'pinned' | 'first'
  id: string
}

/** Returns alternatives for both sides. `oldestId` is unknown until all versions are loaded. */
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
