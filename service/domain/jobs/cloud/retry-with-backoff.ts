import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { DatabaseUnavailable } from '../../../store/database-unavailable.ts'
import { DomainError } from '../../kernel/domain-error.ts'

/** The first delay. It doubles up to the last one. */
const pauses = { firstMs: 500, lastMs: 30_000 }

/**
 * Retries while the database or the object store is unavailable or rejects requests because of load.
 * @throws the error of `work` otherwise; the signal's reason
 */
export async function retryWithBackoff<T>(action: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waitMs = pauses.firstMs; ; waitMs = Math.min(waitMs * 2, pauses.lastMs)) {
    signal.throwIfAborted()
    try {
      return await action()
    } catch (error) {
      if (!mayPass(error)) throw error
    }
    await pause(waitMs * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof DomainError) return error.status === 503 || error.status === 429
  return error instanceof DatabaseUnavailable || error instanceof StoreUnreachable
}
