import type { ObjectStoreCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'
import type { ObjectLocks } from './object-locks.ts'

/** What a store is asked to take, so that an agent may send it there itself. `md5` and `sha256` are raw digests. */
export interface ExpectedObject {
  size: number
  md5: Buffer
  sha256: Buffer
  expiresInMs: number
}

/** An address for one PUT of exactly the expected bytes; `headers` are sent as they are. */
export interface PutAddress {
  url: string
  headers: Record<string, string>
}

/** Part of an object, in bytes. One that reaches beyond the object's end is damage, not a shorter answer. */
export interface ByteRange {
  offset: number
  length: number
}

/** Bytes of the disk that holds the objects: all there are, and those that we may still use. */
export interface DiskSpace {
  total: number
  free: number
}

/**
 * Keeps bytes under names, for ever until they are deleted. It knows nothing of what they are: everything is encrypted
 * before it gets here, and checked again by its reader.
 *
 * A key is 1 to 1,000 characters of `A-Za-z0-9._-` in parts joined by `/`; no part is empty, begins with a dot or is
 * longer than 200. Another one is a mistake of the caller (RangeError), before anything is touched. No key goes on where
 * another one ends (`a` and `a/b`): whoever keeps objects as files could not hold both.
 *
 * Every function rejects with StoreUnreachable when it cannot say what became of the request: no connection, no answer,
 * no permission, no room. A failure is never told as absence, and absence never as success, except by `delete`.
 *
 * test/service/objects/object-store-suite.ts says the same as tests, and every implementation runs it.
 */
export interface ObjectStore {
  /**
   * Resolves when the bytes would survive the loss of power. Readers see the whole object or none, also when the
   * process dies or two put the same key at once: then one of the two stands, whole.
   */
  put(key: string, bytes: Buffer): Promise<void>
  /**
   * The object, or a part of it. The bytes are the caller's own.
   * @throws ObjectNotFound when there is none
   * @throws ObjectDamaged when fewer bytes came than the range, or the store itself found damage
   */
  get(key: string, range?: ByteRange): Promise<Buffer>
  /** Size in bytes, or null when there is none. */
  head(key: string): Promise<{ size: number } | null>
  /**
   * Every object whose key begins with `prefix`, in byte order of the keys, beginning behind the key `after`. What is
   * put or deleted meanwhile may be seen or not. An error ends the listing; what came before it is no whole answer.
   */
  list(prefix: string, after?: string): AsyncIterable<{ key: string; size: number }>
  /**
   * Nothing is there afterwards. One that was never there is success. A store that keeps former versions of its objects
   * may keep this one so; one that locks objects keeps none, and leaves no marker.
   * @throws ObjectLocked where the store keeps the object until a lock ends
   */
  delete(key: string): Promise<void>
  /**
   * The same, and no former version is left to be read or brought back: for keys that are destroyed. Never a success
   * that is not one.
   */
  deleteEveryVersion(key: string): Promise<void>
  /**
   * An address to which an agent may send the object without going through the service, good for no other key, length
   * or content. Null where the service itself must take it. Asks nobody: it is computed.
   */
  presignPut(key: string, expected: ExpectedObject): Promise<PutAddress | null>
  /** Resolves when the store can be read and written now. For monitoring. */
  check(): Promise<void>
  /** How much room there is. Absent where the store knows no end. */
  room?(): Promise<DiskSpace>
  /** Absent where objects are not locked: on a disk, and in a bucket unless the settings ask for it. */
  locks?: ObjectLocks | undefined
}

/** What the store did with the request is unknown, or it could not take it; later it may. */
export class StoreUnreachable extends Error {
  override name = 'StoreUnreachable'
  /** Has no secret. */
  readonly reason: MessageOf<ObjectStoreCode>

  constructor(reason: MessageOf<ObjectStoreCode>, options?: ErrorOptions) {
    super(`object store: ${render(reason, 'en')}`, options)
    this.reason = reason
  }
}

/** The store answers, and has no such object. */
export class ObjectNotFound extends Error {
  override name = 'ObjectNotFound'
  readonly key: string

  constructor(key: string) {
    super(`object store: ${key} is not there`)
    this.key = key
  }
}

/** The object is there and is not what was put. */
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

/** @throws RangeError for a key that no store takes */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new RangeError(`${JSON.stringify(key.slice(0, 100))} is no key of the object store`)
}

export function isKey(key: string): boolean {
  return key.length <= 1000 && key.split('/').every((name) => part.test(name))
}

const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/
