import { hkdfSync, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '../../../../shared/repository/aes-gcm.ts'
import type { ServiceKeys } from '../../../keys/service-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import type { Revocation } from './record-revocations.ts'

/** Location and time of a record in the object store. */
export interface StoredRevocation {
  key: string
  kind: Revocation['kind']
  id: string
  recordedAt: Date
}

const pattern = /^revocations\/[0-9a-f]{8}\/(user|agent|token|second_factor)\/([0-9a-f-]{36})\/(\d{15})$/
const nonceBytes = 12

type Keys = Pick<ServiceKeys, 'settingsKey'>

/** Prefix of an installation's records, derived from its key: several installations may share a store. */
function installationPrefix(keys: Keys): string {
  return `revocations/${derive(keys, 'coffer revocations of an installation', 4).toString('hex')}/`
}

/** Prefix of the records of one subject; their names sort by time. */
export function subjectPrefix(keys: Keys, { kind, id }: Pick<Revocation, 'kind' | 'id'>): string {
  return `${installationPrefix(keys)}${kind}/${id}/`
}

export function revocationObject(keys: Keys, subject: Pick<Revocation, 'kind' | 'id'>, recordedAt: Date): string {
  return subjectPrefix(keys, subject) + String(recordedAt.getTime()).padStart(15, '0')
}

/**
 * Yields the records of each subject, newest first. A subject has one record, unless Coffer stopped before it removed
 * the former ones or another writer added objects.
 * @throws StoreUnreachable; the records returned before are then incomplete
 */
export async function listRevocations(store: ObjectStore, keys: Keys): Promise<StoredRevocation[][]> {
  const bySubject = new Map<string, StoredRevocation[]>()
  for await (const { key } of store.list(installationPrefix(keys))) {
    const [, kind, id, at] = pattern.exec(key) ?? []
    if (!id) continue
    const found = { key, kind: kind as Revocation['kind'], id, recordedAt: new Date(Number(at)) }
    const others = bySubject.get(`${kind} ${id}`)
    if (others)
      others.unshift(found) // names are in ascending order
    else bySubject.set(`${kind} ${id}`, [found])
  }
  return [...bySubject.values()]
}

/** Seals a record for its object name (AES-256-GCM): it cannot be decrypted without the key or under another name. */
export function sealRevocation(
  keys: Keys,
  key: string,
  { tenantId, state }: Pick<Revocation, 'tenantId' | 'state'>,
): Buffer {
  const nonce = randomBytes(nonceBytes)
  const plain = Buffer.from(JSON.stringify({ tenantId, state }))
  return Buffer.concat([nonce, encrypt(sealingKey(keys), nonce, Buffer.from(key), plain)])
}

/** Returns null for bytes that this installation did not seal for this name. */
export function openRevocation(keys: Keys, { key, kind, id }: StoredRevocation, sealed: Buffer): Revocation | null {
  if (sealed.length < nonceBytes) return null
  const plain = decrypt(sealingKey(keys), sealed.subarray(0, nonceBytes), Buffer.from(key), sealed.subarray(nonceBytes))
  if (!plain) return null
  const { tenantId, state } = JSON.parse(plain.toString()) as Pick<Revocation, 'tenantId' | 'state'>
  return { kind, id, tenantId, state } as Revocation
}

/** The settings key survives a change of the master key, and every copy of the database contains it. */
function sealingKey(keys: Keys): Buffer {
  return derive(keys, 'coffer revocations', 32)
}

function derive({ settingsKey }: Keys, purpose: string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', settingsKey, Buffer.alloc(0), purpose, length))
}
