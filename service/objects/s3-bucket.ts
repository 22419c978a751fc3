import { createHash, randomUUID } from 'node:crypto'
import { type Readable, addAbortSignal } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import type { ListObjectVersionsCommandInput, ListObjectVersionsOutput, S3Client } from '@aws-sdk/client-s3'
import { type ByteRange, ObjectDamaged, ObjectNotFound, StoreUnreachable, checkKey } from './object-store.ts'
import { type S3RetryOptions, createS3Client } from './s3-client.ts'
import { answerUnusable, asStoreUnreachable, parseRejection, wrapFailures } from './store-failure.ts'
import type { S3Settings } from './s3-settings.ts'

/** The bytes of an object and the id of its version; undefined in a bucket without versioning. */
export interface ReadVersion {
  bytes: Buffer
  versionId: string | undefined
}

/** Attempts of a read whose response body ends early; the client itself retries only failures before the body. */
const bodyAttempts = 3

/**
 * Attempts of a write whose response confirms nothing. OpenStack Swift answers so (`202 Accepted` in its object
 * controller, `200` without ETag in its S3 interface) if another write of the same key has a later timestamp.
 */
const putAttempts = 3

/**
 * Requests on single objects of one bucket. Every method rejects with StoreUnreachable if the response is not one of
 * S3.
 */
export class S3Bucket {
  readonly name: string
  readonly client: S3Client
  readonly #totalMs: number

  constructor(settings: S3Settings, timeouts: S3RetryOptions) {
    this.name = settings.bucket
    this.client = createS3Client(settings, settings.endpoint, timeouts)
    this.#totalMs = timeouts.totalMs
  }

  /** Returns the options of one request: it is aborted after its timeout. */
  inTime(): { abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(this.#totalMs) }
  }

  /** Writes an object. Returns the id of its version; undefined in a bucket without versioning. */
  async put(key: string, bytes: Buffer): Promise<string | undefined> {
    const body = { Body: bytes, ContentLength: bytes.length, ContentMD5: md5(bytes) }
    for (let attempt = 1; ; attempt++) {
      const request = new PutObjectCommand({ Bucket: this.name, Key: key, ...body })
      const answer = await wrapFailures('write', () => this.client.send(request, this.inTime()))
      if (answer.ETag) return answer.VersionId
      if (attempt === putAttempts) throw answerUnusable('write', 'not_s3')
    }
  }

  /** Returns the size of an object in bytes; null if it does not exist. */
  async head(key: string): Promise<{ size: number } | null> {
    const request = new HeadObjectCommand({ Bucket: this.name, Key: key })
    const found = await wrapFailures('read', () => unlessAbsent(this.client.send(request, this.inTime())))
    if (!found) {
      // A response to HEAD has no body: a second request shows whether the object or the bucket is missing.
      const bucket = new HeadBucketCommand({ Bucket: this.name })
      await wrapFailures('read', () => this.client.send(bucket, this.inTime()))
      return null
    }
    if (found.ContentLength === undefined) throw answerUnusable('read', 'size_missing')
    return { size: found.ContentLength }
  }

  /**
   * Returns an object, or a part of it, in a separate buffer.
   * @throws ObjectNotFound
   * @throws ObjectDamaged if the object ends before the range does
   */
  async read(key: string, range?: ByteRange, versionId?: string): Promise<ReadVersion> {
    checkKey(key)
    try {
      return await this.#get(key, range, versionId)
    } catch (error) {
      if (error instanceof ObjectDamaged || error instanceof ObjectNotFound) throw error
      const rejection = parseRejection(error)
      if (rejection?.code === 'NoSuchKey' || rejection?.code === 'NoSuchVersion') throw new ObjectNotFound(key)
      if (rejection?.status === 416) throw endsTooEarly(key)
      throw asStoreUnreachable('read', error)
    }
  }

  /** Deletes an object, or one version of it. Succeeds if it does not exist. */
  async delete(key: string, VersionId?: string): Promise<void> {
    const request = new DeleteObjectCommand({ Bucket: this.name, Key: key, VersionId })
    await wrapFailures('delete', () => unlessAbsent(this.client.send(request, this.inTime())))
  }

  /** Returns the ids of the versions and delete markers of a key; empty in a store without versions. */
  async versionIds(key: string): Promise<string[]> {
    const found: string[] = []
    let after: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> = {}
    for (;;) {
      const page = await this.#versionsPage({ Bucket: this.name, Prefix: key, ...after })
      const entries = [...(page?.Versions ?? []), ...(page?.DeleteMarkers ?? [])]
      found.push(...entries.flatMap(({ Key, VersionId }) => (Key === key && VersionId ? [VersionId] : [])))
      // longer keys with this prefix are listed after it
      if (!page || !isTruncated(page) || page.NextKeyMarker !== key) return found
      after = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker }
    }
  }

  /** Writes an object, reads it and deletes it. */
  async probe(): Promise<void> {
    const key = `probe/${randomUUID()}`
    const bytes = Buffer.from('probe')
    const version = await this.put(key, bytes)
    const { bytes: found } = await wrapFailures('read', () => this.#get(key))
    if (!found.equals(bytes)) throw answerUnusable('read', 'other_bytes')
    await this.delete(key, version)
  }

  async #get(key: string, range?: ByteRange, VersionId?: string): Promise<ReadVersion> {
    if (range?.length === 0) return { bytes: await this.#readNothing(key, range.offset), versionId: undefined }
    const Range = range && `bytes=${range.offset}-${range.offset + range.length - 1}`
    const { abortSignal } = this.inTime()
    for (let attempt = 1; ; attempt++) {
      const request = new GetObjectCommand({ Bucket: this.name, Key: key, Range, VersionId })
      const answer = await this.client.send(request, { abortSignal })
      const body = answer.Body as Readable // that of Node's own HTTP client
      body.on('error', () => {}) // of an unread body
      try {
        const length = bodyLength(key, answer, range)
        return { bytes: await readExactly(addAbortSignal(abortSignal, body), length), versionId: answer.VersionId }
      } catch (error) {
        body.destroy()
        const isFinal = error instanceof ObjectDamaged || error instanceof StoreUnreachable
        if (isFinal || abortSignal.aborted || attempt === bodyAttempts) throw error
      }
    }
  }

  /** S3 has no empty ranges: checks that the object reaches up to `offset`. */
  async #readNothing(key: string, offset: number): Promise<Buffer> {
    const found = await this.head(key)
    if (!found) throw new ObjectNotFound(key)
    if (offset > found.size) throw endsTooEarly(key)
    return Buffer.from(new ArrayBuffer(0))
  }

  /** Returns undefined if the store does not implement versions. */
  async #versionsPage(input: ListObjectVersionsCommandInput): Promise<ListObjectVersionsOutput | undefined> {
    try {
      return await this.client.send(new ListObjectVersionsCommand(input), this.inTime())
    } catch (error) {
      if (parseRejection(error)?.code === 'NotImplemented') return undefined
      throw asStoreUnreachable('list_versions', error)
    }
  }
}

/**
 * Returns whether a listing continues. Only S3 responses contain it: any other response would look like an empty
 * listing.
 */
export function isTruncated({ IsTruncated }: { IsTruncated?: boolean | undefined }): boolean {
  if (IsTruncated === undefined) throw answerUnusable('list', 'not_s3')
  return IsTruncated
}

function md5(bytes: Buffer): string {
  return createHash('md5').update(bytes).digest('base64')
}

function bodyLength(key: string, answer: { ContentLength?: number; ContentRange?: string }, range?: ByteRange): number {
  const { ContentLength: length, ContentRange: part } = answer
  if (length === undefined) throw answerUnusable('read', 'size_missing')
  if (!range) return length
  if (!part?.startsWith(`bytes ${range.offset}-`)) throw answerUnusable('read', 'other_range')
  if (length !== range.length) throw endsTooEarly(key)
  return length
}

/** Reads into a separate ArrayBuffer, which can be transferred to another thread. */
async function readExactly(body: Readable, length: number): Promise<Buffer> {
  const bytes = Buffer.from(new ArrayBuffer(length))
  let at = 0
  for await (const piece of body as AsyncIterable<Buffer>) {
    if (at + piece.length > length) throw answerUnusable('read', 'size_exceeded')
    at += piece.copy(bytes, at)
  }
  if (at < length) throw new Error('the body ended early')
  return bytes
}

function endsTooEarly(key: string): ObjectDamaged {
  return new ObjectDamaged(key, 'it ends before the part that was asked for')
}

/** Returns undefined if the object does not exist. A missing bucket remains an error. */
async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const rejection = parseRejection(error)
    if (rejection?.status === 404 && rejection.code !== 'NoSuchBucket') return undefined
    throw error
  }
}
