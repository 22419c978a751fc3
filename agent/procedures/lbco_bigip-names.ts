/**
 * What this program makes on a BIG-IP is called by the lease for which it is made, so that what an earlier attempt left
 * behind is known, and nothing else is ever touched.
 */
export function bigipNames(leaseId: string) {
  const name = `${prefix}${leaseId.toLowerCase()}`
  if (!stem.test(name)) throw new Error(`${leaseId} is no lease’s id`)
  return { ucs: `${name}.ucs`, scf: `${name}.scf` }
}

/** Files of ours that a listing names, each once. */
export function leftoversIn(listing: string): string[] {
  return [...new Set(listing.match(ours) ?? [])]
}

/** Whether a path is that of a file of ours: only those are removed. */
export function isOurs(path: string): boolean {
  return /^\/[\w./-]+$/.test(path) && new RegExp(`^${ours.source}$`).test(path.slice(path.lastIndexOf('/') + 1))
}

const prefix = 'nbk-'
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const stem = new RegExp(`^${prefix}${uuid}$`)
const ours = new RegExp(`\\b${prefix}${uuid}\\.(?:ucs|scf\\.tar|scf)\\b`, 'g')
