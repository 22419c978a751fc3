import { ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { message } from '../../shared/messages/message.ts'
import { type ObjectLocks } from './object-locks.ts'
import type { ExpectedObject, ObjectStore, PutAddress } from './object-store.ts'
import { ObjectLocked, checkKey, isKey } from './object-store.ts'
import { S3Bucket, isTruncated } from './s3-bucket.ts'
import { type S3RetryOptions, createS3Client, s3Timeouts } from './s3-client.ts'
import { answerUnusable, operationFailed, wrapFailures } from './store-failure.ts'
import { createS3Locks } from './s3-locks.ts'
import type { S3Settings } from './s3-settings.ts'

/**
 * Returns a store of objects in an S3 bucket. It uses only operations that small stores implement: single requests,
 * Content-MD5, ranges and listings in byte order; no multipart uploads, conditional writes or bulk deletion.
 */
export function createS3Store(settings: S3Settings, timeouts: S3RetryOptions = s3Timeouts): ObjectStore {
  const bucket = new S3Bucket(settings, timeouts)
  const signer = createS3Client(settings, settings.publicEndpoint, timeouts)
  const locks = settings.objectLock === null ? undefined : createS3Locks(bucket, settings.objectLock)

  return {
    locks,

    async put(key, bytes) {
      checkKey(key)
      await bucket.put(key, bytes)
    },

    async get(key, range) {
      return (await bucket.read(key, range)).bytes
    },

    async head(key) {
      checkKey(key)
      return bucket.head(key)
    },

    list: (prefix, after = '') => listObjects(bucket, prefix, after),

    async delete(key) {
      checkKey(key)
      await (locks ? deleteUnlocked(bucket, key, locks) : bucket.delete(key))
    },

    async deleteEveryVersion(key) {
      checkKey(key)
      await deleteEveryVersion(bucket, key, locks)
    },

    takesUploads: true,

    async presignPut(key, { size, md5, expiresInMs }) {
      checkKey(key)
      return md5 && presignPut(bucket, signer, key, { size, md5, expiresInMs })
    },

    check: () => bucket.probe(),
  }
}

/** Another client may write the key meanwhile: maximum rounds of listing and deleting its versions. */
const versionRounds = 5

async function* listObjects(bucket: S3Bucket, prefix: string, after: string) {
  let last = after
  for (let ContinuationToken: string | undefined, isMore = true; isMore;) {
    const from = { StartAfter: after || undefined, ContinuationToken }
    const request = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: prefix, ...from })
    const page = await wrapFailures('list', () => bucket.client.send(request, bucket.inTime()))
    isMore = isTruncated(page)
    ContinuationToken = page.NextContinuationToken
    if (isMore && !ContinuationToken) throw answerUnusable('list', 'continuation_missing')
    for (const { Key, Size } of page.Contents ?? []) {
      if (!Key || !isKey(Key)) continue // not Coffer's: other programs may use the same bucket
      if (Key <= last || Size === undefined) throw answerUnusable('list', 'listing_unordered')
      last = Key
      yield { key: Key, size: Size }
    }
  }
}

/**
 * Deletes the versions of an object one by one, so that no delete marker remains.
 * @throws ObjectLocked, after the others are deleted, with the lock that ends last
 */
async function deleteUnlocked(bucket: S3Bucket, key: string, { deleteVersion }: ObjectLocks): Promise<void> {
  let locked: ObjectLocked | undefined
  for (const version of await bucket.versionIds(key)) {
    await deleteVersion(key, version).catch((error: unknown) => {
      if (!(error instanceof ObjectLocked)) throw error
      if (!locked || error.until > locked.until) locked = error
    })
  }
  if (locked) throw locked
}

async function deleteEveryVersion(bucket: S3Bucket, key: string, locks: ObjectLocks | undefined): Promise<void> {
  await bucket.delete(key) // first, so that the object can no longer be read while its versions are deleted
  for (let round = 1; ; round++) {
    const versions = await bucket.versionIds(key)
    if (versions.length === 0) return
    if (round > versionRounds)
      throw operationFailed('delete', message('store_versions_remain', { versions: versions.length }))
    if (locks) await deleteUnlocked(bucket, key, locks)
    else for (const version of versions) await bucket.delete(key, version)
  }
}

async function presignPut(
  { name: Bucket, client }: S3Bucket,
  signer: S3Client,
  key: string,
  { size, md5, expiresInMs }: ExpectedObject & { md5: Buffer },
): Promise<PutAddress> {
  const ContentMD5 = md5.toString('base64')
  const request = new PutObjectCommand({ Bucket, Key: key, ContentLength: size, ContentMD5 })
  const url = await getSignedUrl(signer, request, {
    expiresIn: Math.ceil(expiresInMs / 1000),
    unhoistableHeaders: new Set(['content-md5', 'content-length']),
    signingDate: new Date(Date.now() + client.config.systemClockOffset), // the store's clock, known after its first response
  })
  return { url, headers: { 'content-length': String(size), 'content-md5': ContentMD5 } }
}
