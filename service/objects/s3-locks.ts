import type { ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3'
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3'
import { message } from '../../shared/messages/message.ts'
import type { CurrentVersion, LockMode, LockSettings, ObjectLocks, StoredVersion } from './object-locks.ts'
import { ObjectNotFound, StoreUnreachable, checkKey, isKey, ObjectLocked } from './object-store.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { answerUnusable, asStoreUnreachable, operationFailed, parseRejection, wrapFailures } from './store-failure.ts'

/** Maximum difference of the clocks of service and store at which locks are set. */
const clockToleranceMs = 10 * 60_000

/** Object lock of S3: PutObjectRetention on versions, `https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html`. */
export function createS3Locks(bucket: S3Bucket, { mode, days }: LockSettings): ObjectLocks {
  return {
    mode,
    days,

    async confirm() {
      await confirmBucket(bucket, mode)
      await confirmPermission(bucket, mode)
    },

    async put(key, bytes) {
      checkKey(key)
      const versionId = await bucket.put(key, bytes)
      if (!versionId) throw operationFailed('write', message('store_bucket_unversioned'))
      return versionId
    },

    async getCurrent(key) {
      const { bytes, versionId } = await bucket.read(key)
      if (!versionId) throw operationFailed('read', message('store_bucket_unversioned'))
      return { bytes, versionId }
    },

    async headCurrent(key) {
      checkKey(key)
      return headCurrent(bucket, key)
    },

    getVersion: async (key, versionId) => (await bucket.read(key, undefined, versionId)).bytes,

    async lock(key, versionId, until) {
      checkKey(key)
      return lockVersion(bucket, mode, { key, versionId, until })
    },

    lockedUntil: (key, versionId) => lockedUntil(bucket, key, versionId),

    listVersions: (prefix) => listVersions(bucket, prefix),

    async deleteVersion(key, versionId) {
      checkKey(key)
      await deleteVersion(bucket, key, versionId)
    },
  }
}

/** Checks that the bucket can lock objects, keeps versions and locks nothing by default. */
async function confirmBucket(bucket: S3Bucket, mode: LockMode): Promise<void> {
  const configuration = await readLockConfiguration(bucket)
  if (configuration?.ObjectLockEnabled !== 'Enabled') {
    throw new StoreUnreachable(message('store_lock_unavailable', { mode }))
  }
  if (configuration.Rule?.DefaultRetention) {
    throw new StoreUnreachable(message('store_default_retention', { mode }))
  }
  const request = new GetBucketVersioningCommand({ Bucket: bucket.name })
  const { Status } = await wrapFailures('read_versioning', () => bucket.client.send(request, bucket.inTime()))
  if (Status !== 'Enabled') {
    throw new StoreUnreachable(message('store_lock_unversioned', { mode }))
  }
}

/** Returns undefined if the bucket has no object lock, or the store does not implement it. */
async function readLockConfiguration(bucket: S3Bucket) {
  try {
    const request = new GetObjectLockConfigurationCommand({ Bucket: bucket.name })
    return (await bucket.client.send(request, bucket.inTime())).ObjectLockConfiguration
  } catch (error) {
    const rejection = parseRejection(error)
    const isAbsent = rejection?.code === 'ObjectLockConfigurationNotFoundError' || rejection?.code === 'NotImplemented'
    if (isAbsent) return undefined
    throw asStoreUnreachable('read_lock_configuration', error)
  }
}

/** Locks an object that does not exist: a store checks the permission before it looks for the object. */
async function confirmPermission(bucket: S3Bucket, mode: LockMode): Promise<void> {
  try {
    await retain(bucket, mode, { key: 'probe/no-such-object', until: new Date(Date.now() + 24 * 3_600_000) })
  } catch (error) {
    const status = parseRejection(error)?.status
    if (status === 404) return
    if (status !== 403) throw asStoreUnreachable('lock', error)
    throw new StoreUnreachable(message('store_lock_not_permitted', { mode }))
  }
}

function retain(
  bucket: S3Bucket,
  mode: LockMode,
  { key, versionId, until }: { key: string; versionId?: string; until: Date },
) {
  const Mode = mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE'
  const Retention = { Mode, RetainUntilDate: until } as const
  const request = new PutObjectRetentionCommand({ Bucket: bucket.name, Key: key, VersionId: versionId, Retention })
  return bucket.client.send(request, bucket.inTime())
}

async function lockVersion(
  bucket: S3Bucket,
  mode: LockMode,
  { key, versionId, until }: { key: string; versionId: string; until: Date },
): Promise<Date> {
  if (Math.abs(bucket.client.config.systemClockOffset) > clockToleranceMs)
    throw operationFailed('lock', message('store_clock_differs'))
  try {
    await retain(bucket, mode, { key, versionId, until })
    return until
  } catch (error) {
    const rejection = parseRejection(error)
    if (rejection?.code === 'NoSuchKey' || rejection?.code === 'NoSuchVersion') throw new ObjectNotFound(key)
    const inForce = rejection?.status === 403 ? await lockedUntil(bucket, key, versionId) : null
    if (inForce && inForce >= until) return inForce // a store refuses to shorten a lock
    throw asStoreUnreachable('lock', error)
  }
}

async function lockedUntil(bucket: S3Bucket, key: string, versionId: string): Promise<Date | null> {
  try {
    const request = new GetObjectRetentionCommand({ Bucket: bucket.name, Key: key, VersionId: versionId })
    const { Retention } = await bucket.client.send(request, bucket.inTime())
    return Retention?.RetainUntilDate ?? null
  } catch (error) {
    const rejection = parseRejection(error)
    if (rejection?.code === 'NoSuchObjectLockConfiguration') return null
    if (rejection?.code === 'ObjectLockConfigurationNotFoundError') return null // returned by Ceph
    if (rejection?.code === 'NoSuchKey' || rejection?.code === 'NoSuchVersion') throw new ObjectNotFound(key)
    throw asStoreUnreachable('read_lock', error)
  }
}

async function headCurrent(bucket: S3Bucket, key: string): Promise<CurrentVersion | null> {
  try {
    const found = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key }), bucket.inTime())
    if (!found.VersionId || found.ContentLength === undefined) throw answerUnusable('read', 'version_missing')
    return { versionId: found.VersionId, size: found.ContentLength, etag: found.ETag ?? '' }
  } catch (error) {
    if (parseRejection(error)?.status === 404) return null
    throw asStoreUnreachable('read', error)
  }
}

async function* listVersions(bucket: S3Bucket, prefix: string): AsyncGenerator<StoredVersion> {
  let after: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | null = {}
  while (after) {
    const request: ListObjectVersionsCommand = new ListObjectVersionsCommand({
      Bucket: bucket.name,
      Prefix: prefix,
      ...after,
    })
    const page: ListObjectVersionsCommandOutput = await wrapFailures('list_versions', () =>
      bucket.client.send(request, bucket.inTime()),
    )
    if (page.IsTruncated === undefined || (page.IsTruncated && !page.NextKeyMarker))
      throw answerUnusable('list_versions', 'not_s3')
    yield* inOrder(page.Versions ?? [], page.DeleteMarkers ?? [])
    after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : null
  }
}

async function deleteVersion(bucket: S3Bucket, key: string, versionId: string): Promise<void> {
  try {
    const request = new DeleteObjectCommand({ Bucket: bucket.name, Key: key, VersionId: versionId })
    await bucket.client.send(request, bucket.inTime())
  } catch (error) {
    const rejection = parseRejection(error)
    if (rejection?.status === 404 && rejection.code !== 'NoSuchBucket') return
    const until = rejection?.status === 403 ? await lockedUntil(bucket, key, versionId).catch(() => null) : null
    if (until && until.getTime() > Date.now() - clockToleranceMs) throw new ObjectLocked(key, until)
    throw asStoreUnreachable('delete', error)
  }
}

interface Listed {
  Key?: string | undefined
  VersionId?: string | undefined
  IsLatest?: boolean | undefined
  ETag?: string | undefined
  LastModified?: Date | undefined
  Size?: number | undefined
}

/**
 * Merges versions and delete markers, which a store lists separately: by key, the current one first, then the newest.
 */
function inOrder(versions: Listed[], markers: Listed[]): StoredVersion[] {
  const time = ({ IsLatest, LastModified }: Listed) => (IsLatest ? Infinity : (LastModified?.getTime() ?? 0))
  const all = [
    ...versions.map((one) => ({ one, isDeleteMarker: false })),
    ...markers.map((one) => ({ one, isDeleteMarker: true })),
  ]
  return all
    .sort((a, b) => compareKeys(a.one.Key ?? '', b.one.Key ?? '') || time(b.one) - time(a.one))
    .flatMap(({ one, isDeleteMarker }) => storedVersion(one, isDeleteMarker) ?? [])
}

/** Returns undefined for objects that are not Coffer's: other programs may use the same bucket. */
function storedVersion(listed: Listed, isDeleteMarker: boolean): StoredVersion | undefined {
  const { Key: key, VersionId: versionId, IsLatest, ETag: etag = '', Size: size = 0 } = listed
  if (!key || !versionId || !isKey(key)) return undefined
  return { key, versionId, isCurrent: IsLatest === true, isDeleteMarker, etag, size }
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
