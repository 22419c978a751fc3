import type { IncomingMessage } from 'node:http'
import { serviceBusy } from '../domain/kernel/service-busy.ts'
import { DomainError, tooLarge } from '../domain/kernel/domain-error.ts'
import type { ByteCount } from './byte-budget.ts'

/**
 * Reads a body without decompressing it. A body whose announced size exceeds the limit is rejected unread.
 * @throws DomainError body_too_large, service_busy if `count` has no capacity or evicts the body, body_incomplete if the
 *   connection closed
 */
export function readBounded(req: IncomingMessage, limitBytes: number, count: ByteCount): Promise<Buffer> {
  const announced = Number(req.headers['content-length'] ?? 0)
  if (announced > limitBytes) return Promise.reject(tooLarge('body', announced, limitBytes))
  if (req.destroyed && !req.readableEnded) return Promise.reject(brokenOff())
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    let size = 0
    const end = (settle: () => void) => {
      count.complete()
      req.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose)
      settle()
    }
    const onEnd = () => end(() => resolve(Buffer.concat(received, size)))
    const onClose = () => end(() => reject(brokenOff()))
    const onData = (part: Buffer) => {
      size += part.length
      received.push(part)
      if (size > limitBytes) end(() => reject(largerThan(limitBytes)))
      else if (!count.take(part.length)) end(() => reject(serviceBusy()))
    }
    count.whileReading(() => end(() => reject(serviceBusy())))
    req.on('data', onData).once('end', onEnd).once('close', onClose).once('error', onClose)
  })
}

function brokenOff(): DomainError {
  return new DomainError('body_incomplete')
}

function largerThan(limitBytes: number): DomainError {
  return new DomainError('body_too_large', { limit: limitBytes }, { limit_bytes: limitBytes })
}
