import type { LockSettings } from './object-locks.ts'

/** Address and credentials of an S3 store. Plain data, because it is sent to worker threads. */
export interface S3Settings {
  /** Address used by the service, without a trailing slash. */
  endpoint: string
  /** Address used by agents: the host of their upload addresses. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket's name is in the path; otherwise it is the first part of the host name. */
  forcePathStyle: boolean
  /** Lock settings of packs and manifests; null if they are not locked. */
  objectLock: LockSettings | null
}
