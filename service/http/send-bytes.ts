import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'

/** Content to send, with its headers. */
export interface Sending {
  contentType: string
  /** Null if unknown until the end. */
  sizeBytes: number | null
  body: AsyncIterable<Buffer>
  /** File name of an attachment. */
  saveAs?: string
  /** Aborted when the reader's time is over, to release what it occupies. */
  over?: AbortSignal
}

/**
 * Sends bytes as fast as the client accepts them. If the client disconnects or its time is over, the source ends
 * without an error. If the source fails, the connection is cut, so that a partial response is not mistaken for a
 * complete one.
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

/** Returns a file name that no system interprets as a path, an option or a hidden file. */
function safeName(name: string): string {
  const plain = name.replace(/[\p{Cc}/\\:*?"<>|%]+/gu, '_').replace(/^[.-]+/, '_')
  return plain.slice(0, 200) || 'file'
}
