import type { ObjectStoreCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'
import type { ObjectLocks } from './object-locks.ts'

/** An object that an agent may upload directly. `md5` is the raw digest; null if the agent did not compute it. */
export interface ExpectedObject {
  size: number
  md5: Buffer | null
  expiresInMs: number
}

/** An address for one PUT of exactly the expected bytes; send `headers` unchanged. */
export interface PutAddress {
  url: string
  headers: Record<string, string>
}

/** Part of an object, in bytes. A range beyond the object's end is damage, not a shorter result. */
export interface ByteRange {
  offset: number
  length: number
}

/** Bytes of the disk of the objects: in total, and available to the service. */
export interface DiskSpace {
  total: number
  free: number
}

/**
 * Stores bytes under names until they are deleted. Content is opaque: it is encrypted before it is stored, and verified
 * by its reader.
 *
 * A key is 1 to 1,000 characters of `A-Za-z0-9._-` in parts joined by `/`; no part is empty, starts with a dot or is
 * longer than 200. An invalid key is a bug of the caller (RangeError), detected before any access. No key may extend
 * another (`a` and `a/b`): a store of files could not contain both.
 *
 * Every function rejects with StoreUnreachable if the outcome of the request is unknown: no connection, no response, no
 * permission, no space. A failure is never reported as absence, and absence never as success, except by `delete`.
 *
 * test/service/objects/object-store-suite.ts contains the same rules as tests, which every implementation runs.
 */
export interface ObjectStore {
  /**
   * Resolves when the bytes would survive a power failure. Readers see the whole object or nothing, also if the process
   * dies. If two callers write the same key, one of the objects remains, complete.
   */
  put(key: string, bytes: Buffer): Promise<void>
  /**
   * Returns the object, or a part of it. The caller owns the buffer.
   * @param allocate returns memory of this length for the bytes; a store may ignore it
   * @throws ObjectNotFound
   * @throws ObjectDamaged if fewer bytes than the range were returned, or the store itself detected damage
   */
  get(key: string, range?: ByteRange, allocate?: (length: number) => Buffer): Promise<Buffer>
  /** Returns the size in bytes, or null if the object does not exist. */
  head(key: string): Promise<{ size: number } | null>
  /**
   * Lists all objects whose key starts with `prefix`, in byte order of the keys, starting after the key `after`.
   * Concurrent writes and deletions may or may not be included. An error ends the listing, which is then incomplete.
   */
  list(prefix: string, after?: string): AsyncIterable<{ key: string; size: number }>
  /**
   * Deletes the object; succeeds if it does not exist. A store with versioning may keep this version; a store that
   * locks objects keeps none, and leaves no delete marker.
   * @throws ObjectLocked if the store keeps the object until a lock ends
   */
  delete(key: string): Promise<void>
  /**
   * Deletes the object with all former versions, so that none can be read or restored: for destroyed keys. Resolves
   * only if all versions are deleted.
   */
  deleteEveryVersion(key: string): Promise<void>
  /** Whether `presignPut` returns addresses, for which the MD5 of each object must be known. */
  readonly takesUploads: boolean
  /**
   * Returns an address to which an agent may upload the object directly, valid only for this key, length and content.
   * Null if the upload must go through the service. Computed without a request.
   */
  presignPut(key: string, expected: ExpectedObject): Promise<PutAddress | null>
  /** Resolves if the store can be read and written now. For monitoring. */
  check(): Promise<void>
  /** Returns the disk space. Absent if the store's capacity is unknown. */
  room?(): Promise<DiskSpace>
  /** Absent if objects are not locked: on a disk, and in a bucket unless the settings enable it. */
  locks?: ObjectLocks | undefined
}

/** The outcome of the request is unknown, or the store could not process it; a retry may succeed. */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable'
  /** Contains no secret. */
  readonly reason: MessageOf<ObjectStoreCode>

  constructor(reason: MessageOf<ObjectStoreCode>, options?: ErrorOptions) {
    super(`object store: ${render(reason, 'en')}`, options)
    this.reason = reason
  }
}

/** The store is available and does not contain the object. */
export class ObjectNotFound extends Error {
  override name = 'ObjectNotFound'
  readonly key: string

  constructor(key: string) {
    super(`object store: ${key} is not there`)
    this.key = key
  }
}

/** The object differs from what was stored. */
export class ObjectDamaged extends Error {
  override name = 'ObjectDamaged'
  readonly key: string

  constructor(key: string, how: string) {
    super(`object store: ${key}: ${how}`)
    this.key = key
  }
}

/** The store keeps the object until its lock ends. */
export class ObjectLocked extends StoreUnreachable {
  override name = 'ObjectLocked'
  readonly key: string
  readonly until: Date

  constructor(key: string, until: Date) {
    super(message('object_locked', { key, until: until.toISOString() }))
    this.key = key
    this.until = until
  }
}

/** @throws RangeError for an invalid key */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`${JSON.stringify(key.slice(0, 100))} is no key of the object store`)
}

export function isKey(key: string): boolean {
  return key.length <= 1000 && key.split('/').every((name) => part.test(name))
}

const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/
