import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** What is sent, and how it is told. */
export interface Sending {
  contentType: string
  /** Null where it shows only at the end. */
  sizeBytes: number | null
  body: AsyncIterable<Buffer>
  /** Makes it an attachment of this name. */
  saveAs?: string
  /** Aborted when the reader has had its time: a place that it holds is somebody else's then. */
  over?: AbortSignal
}

/**
 * Sends bytes as fast as they are taken. When the reader goes away, or has had its time, the source ends, and that is
 * nobody's mistake; when the source fails the connection is cut, so that what arrived cannot be taken for the whole.
 */
export async function sendBytes(res: Response, { contentType, sizeBytes, body, saveAs, over }: Sending) {
  if (saveAs !== undefined) res.attachment(safeName(saveAs))
  res.set('Content-Type', contentType)
  res.set('X-Content-Type-Options', 'nosniff')
  if (sizeBytes !== null) res.set('Content-Length', String(sizeBytes))
  const source = Readable.from(body, { objectMode: false, highWaterMark: 1024 * 1024 })
  let isAbandoned = false
  res.once('close', () => (isAbandoned = !res.writableFinished && !source.errored))
  try {
    await pipeline(source, res, { signal: over })
  } catch (error) {
    if (!isAbandoned && !over?.aborted) throw error
  }
}

/** A name that no system takes for a path, a switch or a hidden file. */
function safeName(name: string): string {
  const plain = name.replace(/[\p{Cc}/\\:*?"<>|%]+/gu, '_').replace(/^[.-]+/, '_')
  return plain.slice(0, 200) || 'file'
}
