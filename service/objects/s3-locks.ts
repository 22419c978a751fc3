import type { ListObjectVersionsCommandOutput, S3Client } from '@aws-sdk/client-s3'
import {
  DeleteObjectCommand,
  GetBucketVersioningCommand,
  GetObjectLockConfigurationCommand,
  GetObjectRetentionCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectRetentionCommand,
} from '@aws-sdk/client-s3'
import { type LockSettings, type ObjectLocks, type StoredVersion } from './object-locks.ts'
import { ObjectNotFound, StoreUnreachable, checkKey, isKey, ObjectLocked } from './object-store.ts'
import { asStoreUnreachable, refusalOf } from './s3-failure.ts'

/** What locks need of the store around them. */
export interface S3LockDependencies {
  client: S3Client
  bucket: string
  inTime: () => { abortSignal: AbortSignal }
  put(key: string, bytes: Buffer): Promise<string | undefined>
  get(key: string, versionId?: string): Promise<{ bytes: Buffer; versionId: string | undefined }>
}

/** The service's clock may differ from the store's by so much before it sets no locks. */
const clockToleranceMs = 10 * 60_000

/** Object lock of S3: PutObjectRetention on versions, `https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-lock.html`. */
export function createS3Locks(
  { client, bucket: Bucket, inTime, put, get }: S3LockDependencies,
  { mode, days }: LockSettings,
): ObjectLocks {
  const Mode = mode === 'compliance' ? 'COMPLIANCE' : 'GOVERNANCE'
  const setting = `BKP_S3_OBJECT_LOCK is ${mode}`

  async function confirmBucket(): Promise<void> {
    const found = await client
      .send(new GetObjectLockConfigurationCommand({ Bucket }), inTime())
      .catch((error: unknown) => {
        const refusal = refusalOf(error)
        const isAbsent = refusal?.code === 'ObjectLockConfigurationNotFoundError' || refusal?.code === 'NotImplemented'
        if (isAbsent) return null
        throw asStoreUnreachable('reading its object lock configuration', error)
      })
    const configuration = found?.ObjectLockConfiguration
    if (configuration?.ObjectLockEnabled !== 'Enabled') {
      throw new StoreUnreachable(
        `${setting}, and this bucket has no object lock: create a bucket with object lock enabled and copy the objects to it, or set BKP_S3_OBJECT_LOCK=off`,
      )
    }
    if (configuration.Rule?.DefaultRetention) {
      throw new StoreUnreachable(
        `${setting}, and this bucket locks every object by default, keys too, which could then not be destroyed: remove the default retention of the bucket`,
      )
    }
    const { Status } = await attempt('reading its versioning', () =>
      client.send(new GetBucketVersioningCommand({ Bucket }), inTime()),
    )
    if (Status !== 'Enabled') {
      throw new StoreUnreachable(`${setting}, and this bucket keeps no versions: enable versioning on it`)
    }
  }

  /** A store checks the right before it looks for the object, which is never there. */
  async function confirmRight(): Promise<void> {
    try {
      await retain('probe/no-such-object', undefined, new Date(Date.now() + 24 * 3_600_000))
    } catch (error) {
      if (refusalOf(error)?.status === 404) return
      if (refusalOf(error)?.status !== 403) throw asStoreUnreachable('locking', error)
      throw new StoreUnreachable(`${setting}, and the access key may not lock: give it s3:PutObjectRetention`)
    }
  }

  function retain(Key: string, VersionId: string | undefined, RetainUntilDate: Date) {
    return client.send(
      new PutObjectRetentionCommand({ Bucket, Key, VersionId, Retention: { Mode, RetainUntilDate } }),
      inTime(),
    )
  }

  async function lockedUntil(Key: string, VersionId: string): Promise<Date | null> {
    try {
      const { Retention } = await client.send(new GetObjectRetentionCommand({ Bucket, Key, VersionId }), inTime())
      return Retention?.RetainUntilDate ?? null
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal?.code === 'NoSuchObjectLockConfiguration') return null
      if (refusal?.code === 'ObjectLockConfigurationNotFoundError') return null // what Ceph answers
      if (refusal?.code === 'NoSuchKey' || refusal?.code === 'NoSuchVersion') throw new ObjectNotFound(Key)
      throw asStoreUnreachable('reading a lock', error)
    }
  }

  return {
    mode,
    days,

    async confirm() {
      await confirmBucket()
      await confirmRight()
    },

    async put(key, bytes) {
      checkKey(key)
      const versionId = await put(key, bytes)
      if (!versionId) throw new StoreUnreachable('writing: the bucket keeps no versions')
      return versionId
    },

    async getCurrent(key) {
      const { bytes, versionId } = await get(key)
      if (!versionId) throw new StoreUnreachable('reading: the bucket keeps no versions')
      return { bytes, versionId }
    },

    async headCurrent(Key) {
      checkKey(Key)
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key }), inTime())
        if (!found.VersionId || found.ContentLength === undefined)
          throw new StoreUnreachable('reading: it named no version or no size')
        return { versionId: found.VersionId, size: found.ContentLength, etag: found.ETag ?? '' }
      } catch (error) {
        if (refusalOf(error)?.status === 404) return null
        throw asStoreUnreachable('reading', error)
      }
    },

    getVersion: async (key, versionId) => (await get(key, versionId)).bytes,

    async lock(key, versionId, until) {
      checkKey(key)
      if (Math.abs(client.config.systemClockOffset) > clockToleranceMs)
        throw new StoreUnreachable('locking: the clocks differ, and a lock could last for years')
      try {
        await retain(key, versionId, until)
        return until
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal?.code === 'NoSuchKey' || refusal?.code === 'NoSuchVersion') throw new ObjectNotFound(key)
        const inForce = refusal?.status === 403 ? await lockedUntil(key, versionId) : null
        if (inForce && inForce >= until) return inForce // a store refuses to shorten a lock
        throw asStoreUnreachable('locking', error)
      }
    },

    lockedUntil,

    async *listVersions(prefix) {
      let after: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | null = {}
      while (after) {
        const request: ListObjectVersionsCommand = new ListObjectVersionsCommand({ Bucket, Prefix: prefix, ...after })
        const page: ListObjectVersionsCommandOutput = await attempt('listing versions', () =>
          client.send(request, inTime()),
        )
        if (page.IsTruncated === undefined || (page.IsTruncated && !page.NextKeyMarker))
          throw new StoreUnreachable('listing versions: what it answered is not what S3 answers')
        yield* inOrder(page.Versions ?? [], page.DeleteMarkers ?? [])
        after = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : null
      }
    },

    async deleteVersion(Key, VersionId) {
      checkKey(Key)
      try {
        await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }), inTime())
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal?.status === 404 && refusal.code !== 'NoSuchBucket') return
        const until = refusal?.status === 403 ? await lockedUntil(Key, VersionId).catch(() => null) : null
        if (until && until.getTime() > Date.now() - clockToleranceMs) throw new ObjectLocked(Key, until)
        throw asStoreUnreachable('deleting', error)
      }
    },
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

/** The store lists versions and markers apart; of each key the current one comes first, then the newest. */
function inOrder(versions: Listed[], markers: Listed[]): StoredVersion[] {
  const timeOf = ({ IsLatest, LastModified }: Listed) => (IsLatest ? Infinity : (LastModified?.getTime() ?? 0))
  const all = [
    ...versions.map((one) => ({ one, isDeleteMarker: false })),
    ...markers.map((one) => ({ one, isDeleteMarker: true })),
  ]
  return all
    .sort((a, b) => compareKeys(a.one.Key ?? '', b.one.Key ?? '') || timeOf(b.one) - timeOf(a.one))
    .flatMap(({ one: { Key, VersionId, IsLatest, ETag, Size }, isDeleteMarker }) =>
      Key && VersionId && isKey(Key)
        ? [
            {
              key: Key,
              versionId: VersionId,
              isCurrent: IsLatest === true,
              isDeleteMarker,
              etag: ETag ?? '',
              size: Size ?? 0,
            },
          ]
        : [],
    )
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

async function attempt<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreUnreachable(doing, error)
  }
}
