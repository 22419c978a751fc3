import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type RevocationDependencies, storeRevocations } from './store-revocations.ts'

/** A revocation is in force when its transaction commits: a store that hangs delays its acknowledgement no longer. */
const timeoutMs = 5_000

/** Stores the records that wait before a revocation is acknowledged. Never rejects: what fails is repeated by the scheduler. */
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
