import type { Logger } from 'pino'
import { type Keyring, KeysDestroyed } from '../../../keys/keyring.ts'
import type { Limits } from '../../../settings.ts'
import { TaskStopped } from '../../../workers/task-stopped.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'
import { serviceBusy } from '../../kernel/service-busy.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { isDamage } from '../chunks/backup-damaged.ts'
import type { Repository } from '../chunks/repository.ts'

/**
 * Context of an action that reads stored content: it authorises and audits in short transactions, and holds no
 * connection while it reads, compares or streams.
 */
export interface ContentContext {
  /** Runs `work` in one transaction of the caller's scope. */
  inTransaction<T>(work: (context: ActionContext) => Promise<T>): Promise<T>
  keys: Keyring
  repository: Repository
  workers: ServicePool
  limits: Limits
  /** Whether the caller may read secrets. Otherwise texts are masked, and what cannot be masked is refused. */
  readsSecrets: boolean
  log: Pick<Logger, 'error'>
  /** Aborted when the client disconnects. */
  signal: AbortSignal
}

/** What is being read, for messages about damage: a word and the ids, such as `version 0190…`. */
export type ReadingOf = string

/**
 * Runs `work`, which reads `what`. Damage is logged and rejected: damaged content is never returned.
 * @throws DomainError content_damaged with the affected object, keys_destroyed, busy
 */
export async function readWhole<T>(
  { log }: Pick<ContentContext, 'log'>,
  what: ReadingOf,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw explain(log, what, error)
  }
}

/** Does the same for content that is streamed. */
export async function* readPieces(
  { log }: Pick<ContentContext, 'log'>,
  what: ReadingOf,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    yield* pieces
  } catch (error) {
    throw explain(log, what, error)
  }
}

function explain(log: ContentContext['log'], what: ReadingOf, error: unknown): unknown {
  if (isDamage(error)) {
    log.error({ err: error }, `${what} is damaged`)
    return new DomainError('content_damaged', { object: what })
  }
  if (error instanceof KeysDestroyed) return new DomainError('keys_destroyed')
  return error instanceof TaskStopped && error.reason === 'queue_full' ? serviceBusy() : error
}
