import { message } from '../../../../shared/messages/message.ts'
import type { SendResult } from './notification.ts'

/** Limit of an attempt in milliseconds, however slowly the receiver answers: shorter than the lease of the sender. */
export const attemptMs = 30_000

/**
 * Makes an attempt that ends within a limit. Never throws: errors are part of the result.
 * @param destination for the message, as it may be shown
 * @param send gets a signal that closes its connection at the limit
 * @param limitMs milliseconds
 */
export async function limitAttempt(
  destination: string,
  send: (signal: AbortSignal) => Promise<SendResult>,
  limitMs = attemptMs,
): Promise<SendResult> {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<SendResult>((resolve) => {
    timer = setTimeout(() => {
      resolve({ status: null, error: message('outbound_timed_out', { host: destination, timeout: limitMs / 1000 }) })
      ending.abort()
    }, limitMs)
  })
  try {
    return await Promise.race([send(ending.signal), late])
  } catch {
    return { status: null, error: message('delivery_not_prepared') }
  } finally {
    clearTimeout(timer)
  }
}
