/** `compliance`: no key shortens a lock. `governance`: a key with the right to bypass it does. */
export type LockMode = 'governance' | 'compliance'

/** What the settings say of object lock. */
export interface LockSettings {
  mode: LockMode
  /** For how many days from now an object that is kept is locked at least. */
  days: number
}

/** One version of an object that the store keeps, or a marker that hides the versions before it. */
export interface StoredVersion {
  key: string
  versionId: string
  /** Whether a read without a version gets this one. */
  isCurrent: boolean
  isDeleteMarker: boolean
  /** As the store reports it; empty for a delete marker. */
  etag: string
  /** In bytes; 0 for a delete marker. */
  size: number
}

/** The current version of an object as the store describes it. */
export interface CurrentVersion {
  versionId: string
  size: number
  etag: string
}

/**
 * What a store does beside keeping objects when the settings ask for object lock. Every object has versions, and a lock is
 * that of one version. Every function rejects with StoreUnreachable as those of ObjectStore do.
 */
export interface ObjectLocks extends LockSettings {
  /**
   * Checks that the bucket can lock objects, keeps versions and locks nothing unasked, and that the access key may lock.
   * @throws StoreUnreachable with what is missing and how to change it
   */
  confirm(): Promise<void>
  /** Writes an object. @returns the id of the version */
  put(key: string, bytes: Buffer): Promise<string>
  /** The current version, whole. @throws ObjectNotFound, ObjectDamaged */
  getCurrent(key: string): Promise<{ bytes: Buffer; versionId: string }>
  /** The current version without its bytes; null where there is none or a delete marker hides it. */
  headCurrent(key: string): Promise<CurrentVersion | null>
  /** One version, whole. @throws ObjectNotFound, ObjectDamaged */
  getVersion(key: string, versionId: string): Promise<Buffer>
  /**
   * Locks a version until `until`; a lock that lasts longer stays.
   * @returns until when the version is locked
   * @throws StoreUnreachable also where the store's clock is far from the service's: the lock could last for years
   */
  lock(key: string, versionId: string, until: Date): Promise<Date>
  /** Until when a version is locked, also where that has passed; null where it never was. @throws ObjectNotFound */
  lockedUntil(key: string, versionId: string): Promise<Date | null>
  /** All versions and delete markers of the keys that begin with `prefix`, in order of the keys, the newest first. */
  listVersions(prefix: string): AsyncIterable<StoredVersion>
  /** Deletes one version or delete marker. @throws ObjectLocked */
  deleteVersion(key: string, versionId: string): Promise<void>
}
