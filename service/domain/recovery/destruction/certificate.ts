import type { ServiceKeys } from '../../../keys/service-keys.ts'
import type { Destruction, DestructionKind } from '../../../store/models/destruction.ts'
import type { Inventory } from './take-inventory.ts'

/** Number and bytes of objects deleted from the store. */
export interface DeletedObjects {
  objects: number
  bytes: number
}

/** Returns the object name `{prefix}/certificate-{kind}`: a copy that is readable without the database. */
export function certificateObject(prefix: string, kind: DestructionKind): string {
  return `${prefix}/certificate-${kind}`
}

const remains =
  'Copies outside this installation are not covered: dumps in files, backups and logs of the database server, copies of ' +
  'its disk and of the bucket, former versions that a bucket keeps, and what webhooks delivered.'

const lockedRemains =
  'The objects named under `locked` were left in the object store, whose lock forbids to delete them before the time named: ' +
  'they are encrypted, and the keys that opened them are destroyed. They are deleted when their locks end.'

/**
 * Creates the certificate of a finished destruction, signed with the service's Ed25519 key. The signature covers the
 * member `certificate` as canonical JSON: members in order of their names, no whitespace (`jq -cjS .certificate`).
 * @returns a JSON document that ends with a line feed
 */
export function signCertificate(
  keys: Pick<ServiceKeys, 'sign' | 'signing'>,
  destruction: Destruction,
  found: Inventory & DeletedObjects,
  completedAt: Date,
): string {
  const { kind, tenantId, slug, name } = destruction
  const { counts } = found
  const certificate = {
    type: 'coffer-destruction-certificate-1',
    id: destruction.id,
    kind,
    tenant: { id: tenantId, slug, name },
    requested_by: destruction.requestedBy,
    requested_at: destruction.requestedAt.toISOString(),
    due_at: destruction.dueAt.toISOString(),
    keys_destroyed_at: destruction.startedAt?.toISOString() ?? null,
    completed_at: completedAt.toISOString(),
    destroyed: {
      key_generations: found.keyGenerations,
      configurations: counts.configurations,
      versions: counts.versions,
      snapshots: counts.snapshots,
      packs: counts.packs,
      pack_bytes: counts.packBytes,
      objects: found.objects,
      object_bytes: found.bytes,
      runs: counts.runs,
      devices: found.devices,
      credentials: found.credentials,
      agents: found.agents,
      users: found.users,
      rows: kind === 'tenant' ? 'all rows of the tenant' : 'secrets and chunks; other records remain',
    },
    ...(destruction.locked && { locked: destruction.locked }),
    remains: destruction.locked ? `${lockedRemains} ${remains}` : remains,
  }
  const signature = {
    algorithm: 'ed25519',
    public_key: keys.signing.publicKey.toString('base64'),
    value: keys.sign(Buffer.from(canonical(certificate))).toString('base64'),
  }
  return `${JSON.stringify({ certificate, signature }, null, 2)}\n`
}

/** RFC 8785, restricted to strings, integers, null, arrays and objects. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}
