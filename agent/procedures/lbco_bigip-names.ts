/**
 * Names what this program creates on a BIG-IP after its lease, so that leftovers of earlier attempts are recognised and
 * no other file is touched.
 */
export function bigipNames(leaseId: string) {
  const name = `${prefix}${leaseId.toLowerCase()}`
  if (!stem.test(name)) throw new Error(`${leaseId} is no lease’s id`)
  return { ucs: `${name}.ucs`, scf: `${name}.scf` }
}

/** Returns the files of this program in a listing, without duplicates. */
export function leftoversIn(listing: string): string[] {
  return [...new Set(listing.match(ours) ?? [])]
}

/** Whether a path is that of a file of this program. Only those are removed. */
export function isOurs(path: string): boolean {
  return /^\/[\w./-]+$/.test(path) && new RegExp(`^${ours.source}$`).test(path.slice(path.lastIndexOf('/') + 1))
}

const prefix = 'nbk-'
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const stem = new RegExp(`^${prefix}${uuid}$`)
const ours = new RegExp(`\\b${prefix}${uuid}\\.(?:ucs|scf\\.tar|scf)\\b`, 'g')
