import type { LockSettings } from './object-locks.ts'

/** Where an S3 store is and who asks it. Plain data: it travels to worker threads. */
export interface S3Settings {
  /** As the service reaches it, without a slash at the end. */
  endpoint: string
  /** As agents reach it: the host of the addresses that they are given. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  /** The bucket's name in the path; otherwise it is the first part of the host's name. */
  forcePathStyle: boolean
  /** Packs and manifests are locked; null where they are not. */
  objectLock: LockSettings | null
}
