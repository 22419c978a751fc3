import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type RevocationDependencies, storeRevocations } from './store-revocations.ts'

/**
 * A revocation takes effect when its transaction commits: a hanging store delays its acknowledgement by at most this
 * long.
 */
const timeoutMs = 5_000

/** Stores pending records before a revocation is acknowledged. Never rejects: the scheduler retries. */
export async function storePromptly(dependencies: RevocationDependencies, log: Pick<Logger, 'warn'>): Promise<void> {
  const waiting = 'revocations are in force and wait for the object store'
  const stopped = new AbortController()
  const storing = storeRevocations(dependencies).then(
    () => undefined,
    (err: unknown) => log.warn({ err }, waiting),
  )
  const late = pause(timeoutMs, undefined, { signal: stopped.signal }).then(
    () => log.warn({ timeoutMs }, waiting),
    () => undefined,
  )
  await Promise.race([storing, late])
  stopped.abort()
}
