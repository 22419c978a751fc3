/** `compliance`: no access key can shorten a lock. `governance`: an access key with the bypass permission can. */
export type LockMode = 'governance' | 'compliance'

/** Settings of object lock. */
export interface LockSettings {
  mode: LockMode
  /** Minimum days from now for which a needed object is locked. */
  days: number
}

/** A version of an object in the store, or a delete marker that hides the versions before it. */
export interface StoredVersion {
  key: string
  versionId: string
  /** Whether a read without a version returns this one. */
  isCurrent: boolean
  isDeleteMarker: boolean
  /** As reported by the store; empty for a delete marker. */
  etag: string
  /** In bytes; 0 for a delete marker. */
  size: number
}

/** The current version of an object as described by the store. */
export interface CurrentVersion {
  versionId: string
  size: number
  etag: string
}

/**
 * Additional operations of a store if the settings enable object lock. Every object has versions, and a lock applies to
 * one version. Every function rejects with StoreUnreachable like those of ObjectStore.
 */
export interface ObjectLocks extends LockSettings {
  /**
   * Checks that the bucket supports locks, keeps versions and locks nothing by default, and that the access key may
   * lock.
   * @throws StoreUnreachable with what is missing and how to change it
   */
  confirm(): Promise<void>
  /**
   * Writes an object.
   * @returns the id of the version
   */
  put(key: string, bytes: Buffer): Promise<string>
  /**
   * Returns the current version, complete.
   * @throws ObjectNotFound, ObjectDamaged
   */
  getCurrent(key: string): Promise<{ bytes: Buffer; versionId: string }>
  /** Returns the current version without its bytes; null if it does not exist or a delete marker hides it. */
  headCurrent(key: string): Promise<CurrentVersion | null>
  /**
   * Returns one version, complete.
   * @throws ObjectNotFound, ObjectDamaged
   */
  getVersion(key: string, versionId: string): Promise<Buffer>
  /**
   * Locks a version until `until`; a longer lock stays.
   * @returns until when the version is locked
   * @throws StoreUnreachable also if the store's clock differs too much from the service's: the lock could last for
   *   years
   */
  lock(key: string, versionId: string, until: Date): Promise<Date>
  /**
   * Returns until when a version is locked, even if that has passed; null if it was never locked.
   * @throws ObjectNotFound
   */
  lockedUntil(key: string, versionId: string): Promise<Date | null>
  /** Lists all versions and delete markers of the keys that start with `prefix`, in the order of keys, newest first. */
  listVersions(prefix: string): AsyncIterable<StoredVersion>
  /**
   * Deletes one version or delete marker.
   * @throws ObjectLocked
   */
  deleteVersion(key: string, versionId: string): Promise<void>
}
