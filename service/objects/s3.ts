import { createHash, randomUUID } from 'node:crypto'
import { type Readable, addAbortSignal } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { ListObjectVersionsCommandInput, ListObjectVersionsOutput } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { type ObjectLocks } from './object-locks.ts'
import { type ByteRange, type ObjectStore, ObjectLocked } from './object-store.ts'
import { ObjectNotFound, ObjectDamaged, StoreUnreachable, checkKey, isKey } from './object-store.ts'
import { type S3RetryOptions, createS3Client, s3Timeouts } from './s3-client.ts'
import { asStoreUnreachable, refusalOf } from './s3-failure.ts'
import { createS3Locks } from './s3-locks.ts'
import type { S3Settings } from './s3-settings.ts'

/**
 * Objects in a bucket of a store that speaks S3. Asks for no more than small stores can do: single requests, Content-MD5,
 * ranges, listings in byte order; no multipart uploads, no conditional ones, no deletion of many at once.
 */
export function createS3Store(settings: S3Settings, timeouts: S3RetryOptions = s3Timeouts): ObjectStore {
  const client = createS3Client(settings, settings.endpoint, timeouts)
  const signer = createS3Client(settings, settings.publicEndpoint, timeouts)
  const Bucket = settings.bucket
  const inTime = () => ({ abortSignal: AbortSignal.timeout(timeouts.totalMs) })

  async function put(key: string, bytes: Buffer): Promise<string | undefined> {
    const body = { Body: bytes, ContentLength: bytes.length, ContentMD5: md5Of(bytes) }
    const answer = await tell('writing', () =>
      client.send(new PutObjectCommand({ Bucket, Key: key, ...body }), inTime()),
    )
    if (!answer.ETag) throw new StoreUnreachable('writing: what it answered is not what S3 answers')
    return answer.VersionId
  }

  /** Absence is only believed of a bucket that is there: an answer to HEAD has no text that says what is missing. */
  async function head(key: string): Promise<{ size: number } | null> {
    const find = () => client.send(new HeadObjectCommand({ Bucket, Key: key }), inTime())
    const found = await tell('reading', () => unlessAbsent(find()))
    if (!found) await tell('reading', () => client.send(new HeadBucketCommand({ Bucket }), inTime()))
    else if (found.ContentLength === undefined) throw new StoreUnreachable('reading: it gave no size')
    return found?.ContentLength === undefined ? null : { size: found.ContentLength }
  }

  async function get(key: string, range?: ByteRange, VersionId?: string): Promise<ReadVersion> {
    if (range?.length === 0) return { bytes: await nothingOf(key, range.offset), versionId: undefined }
    const Range = range && `bytes=${range.offset}-${range.offset + range.length - 1}`
    const { abortSignal } = inTime()
    for (let attempt = 1; ; attempt++) {
      const answer = await client.send(new GetObjectCommand({ Bucket, Key: key, Range, VersionId }), { abortSignal })
      const body = answer.Body as Readable // that of Node's own HTTP client
      body.on('error', () => {}) // of one that is left unread
      try {
        const length = lengthOf(key, answer, range)
        return { bytes: await readExactly(addAbortSignal(abortSignal, body), length), versionId: answer.VersionId }
      } catch (error) {
        body.destroy()
        const isFinal = error instanceof ObjectDamaged || error instanceof StoreUnreachable
        if (isFinal || abortSignal.aborted || attempt === bodyAttempts) throw error
      }
    }
  }

  async function nothingOf(key: string, offset: number): Promise<Buffer> {
    const found = await head(key)
    if (!found) throw new ObjectNotFound(key)
    if (offset > found.size) throw beyondTheEnd(key)
    return Buffer.from(new ArrayBuffer(0))
  }

  async function remove(key: string, VersionId?: string): Promise<void> {
    const request = new DeleteObjectCommand({ Bucket, Key: key, VersionId })
    await tell('deleting', () => unlessAbsent(client.send(request, inTime())))
  }

  /** Ids of everything that was ever put under this key and is still kept, and of the marks that say it is deleted. */
  async function versionsOf(key: string): Promise<string[]> {
    const found: string[] = []
    let after: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> = {}
    for (;;) {
      const page = await versionsPage({ Bucket, Prefix: key, ...after })
      const entries = [...(page?.Versions ?? []), ...(page?.DeleteMarkers ?? [])]
      found.push(...entries.flatMap(({ Key, VersionId }) => (Key === key && VersionId ? [VersionId] : [])))
      // what else begins with the key comes behind it
      if (!page || !believed(page.IsTruncated) || page.NextKeyMarker !== key) return found
      after = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
    }
  }

  /** Undefined from a store that has no such thing as versions. */
  async function versionsPage(input: ListObjectVersionsCommandInput): Promise<ListObjectVersionsOutput | undefined> {
    try {
      return await client.send(new ListObjectVersionsCommand(input), inTime())
    } catch (error) {
      if (refusalOf(error)?.code === 'NotImplemented') return undefined
      throw asStoreUnreachable('listing versions', error)
    }
  }

  async function read(key: string, range?: ByteRange, versionId?: string): Promise<ReadVersion> {
    checkKey(key)
    try {
      return await get(key, range, versionId)
    } catch (error) {
      if (error instanceof ObjectDamaged || error instanceof ObjectNotFound) throw error
      const refusal = refusalOf(error)
      if (refusal?.code === 'NoSuchKey' || refusal?.code === 'NoSuchVersion') throw new ObjectNotFound(key)
      if (refusal?.status === 416) throw beyondTheEnd(key)
      throw asStoreUnreachable('reading', error)
    }
  }

  const locks =
    settings.objectLock === null
      ? undefined
      : createS3Locks(
          { client, bucket: Bucket, inTime, put, get: (key, versionId) => read(key, undefined, versionId) },
          settings.objectLock,
        )

  /** By version, so that no marker hides anything; what is locked stays, and so is told. */
  async function removeUnlocked(key: string, { deleteVersion }: ObjectLocks): Promise<void> {
    let locked: ObjectLocked | undefined
    for (const version of await versionsOf(key)) {
      await deleteVersion(key, version).catch((error: unknown) => {
        if (!(error instanceof ObjectLocked)) throw error
        if (!locked || error.until > locked.until) locked = error
      })
    }
    if (locked) throw locked
  }

  return {
    locks,

    async put(key, bytes) {
      checkKey(key)
      await put(key, bytes)
    },

    async get(key, range) {
      return (await read(key, range)).bytes
    },

    async head(key) {
      checkKey(key)
      return head(key)
    },

    async *list(prefix, after = '') {
      let last = after
      for (let ContinuationToken: string | undefined, isMore = true; isMore;) {
        const request = { Bucket, Prefix: prefix, StartAfter: after || undefined, ContinuationToken }
        const page = await tell('listing', () => client.send(new ListObjectsV2Command(request), inTime()))
        isMore = believed(page.IsTruncated)
        ContinuationToken = page.NextContinuationToken
        if (isMore && !ContinuationToken) throw new StoreUnreachable('listing: it does not say how to go on')
        for (const { Key, Size } of page.Contents ?? []) {
          if (!Key || !isKey(Key)) continue // another's, in the same bucket
          if (Key <= last || Size === undefined) throw new StoreUnreachable('listing: it is not in order')
          last = Key
          yield { key: Key, size: Size }
        }
      }
    },

    async delete(key) {
      checkKey(key)
      await (locks ? removeUnlocked(key, locks) : remove(key))
    },

    async deleteEveryVersion(key) {
      checkKey(key)
      await remove(key) // first of all nobody reads it any more
      for (let round = 1; ; round++) {
        const versions = await versionsOf(key)
        if (versions.length === 0) return
        if (round > versionRounds)
          throw new StoreUnreachable(`deleting: ${versions.length} former versions are still there`)
        if (locks) await removeUnlocked(key, locks)
        else for (const version of versions) await remove(key, version)
      }
    },

    async presignPut(key, { size, md5, expiresInMs }) {
      checkKey(key)
      const ContentMD5 = md5.toString('base64')
      const request = new PutObjectCommand({ Bucket, Key: key, ContentLength: size, ContentMD5 })
      const url = await getSignedUrl(signer, request, {
        expiresIn: Math.ceil(expiresInMs / 1000),
        unhoistableHeaders: new Set(['content-md5', 'content-length']),
        signingDate: new Date(Date.now() + client.config.systemClockOffset), // the store's clock, once it has answered
      })
      return { url, headers: { 'content-length': String(size), 'content-md5': ContentMD5 } }
    },

    async check() {
      const key = `probe/${randomUUID()}`
      const bytes = Buffer.from('probe')
      const version = await put(key, bytes)
      const { bytes: found } = await tell('reading', () => get(key))
      if (!found.equals(bytes)) throw new StoreUnreachable('reading: it gave back other bytes than it was given')
      await remove(key, version)
    },
  }
}

/** The bytes of an object, and of which of its versions; undefined in a bucket that keeps none. */
interface ReadVersion {
  bytes: Buffer
  versionId: string | undefined
}

/** A body that breaks off is asked for again; what comes before it the client repeats by itself. */
const bodyAttempts = 3

/** Somebody may put the key again meanwhile; nobody does so for ever. */
const versionRounds = 5

function md5Of(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64')
}

/** Only a real answer says whether there is more: anything else, read as a listing, would be an empty one. */
function believed(isTruncated: boolean | undefined): boolean {
  if (isTruncated === undefined) throw new StoreUnreachable('listing: what it answered is not what S3 answers')
  return isTruncated
}

function lengthOf(key: string, answer: { ContentLength?: number; ContentRange?: string }, range?: ByteRange): number {
  const { ContentLength: length, ContentRange: part } = answer
  if (length === undefined) throw new StoreUnreachable('reading: it gave no size')
  if (!range) return length
  if (!part?.startsWith(`bytes ${range.offset}-`))
    throw new StoreUnreachable('reading: it gave another part than asked')
  if (length !== range.length) throw beyondTheEnd(key)
  return length
}

/** Into memory of its own, so that it can be handed over to another thread. */
async function readExactly(body: Readable, length: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(length))
  let at = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (at + piece.length > length) throw new StoreUnreachable('reading: it gave more than it said')
    at += piece.copy(bytes, at)
  }
  if (at < length) throw new Error('the body ended early')
  return bytes
}

function beyondTheEnd(key: string): ObjectDamaged {
  return new ObjectDamaged(key, 'it ends before the part that was asked for')
}

/** Every failure is the store's. */
async function tell<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreUnreachable(doing, error)
  }
}

/** Undefined when the object is not there. A bucket that is not there is no answer to that. */
async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal?.status === 404 && refusal.code !== 'NoSuchBucket') return undefined
    throw error
  }
}
