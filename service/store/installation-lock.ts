import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { message } from '../../shared/messages/message.ts'
import { StartupError, type StartupMessage, startupError } from './startup-error.ts'
import { connectionOf } from './connect.ts'

/**
 * @param url never behind a transaction pooler: the lock is of a session
 * @param holder how the connection is named in pg_stat_activity, beside the computer; `installation` for a replica
 */
export interface LockOptions {
  url: string
  holder?: string
  log: (level: 'info' | 'warn', line: string) => void
  /** Told once that this replica must end: what it knows of the keys may not be true any more. */
  onLost: (reason: StartupMessage) => void
  /** Asked each time that the lock was got: what is not as this replica knows it; null where all is. */
  whatChanged: () => Promise<StartupMessage | null>
  longestWaitMs?: number
}

/** What replicas hold together, as SQL. */
export const installationLock = `hashtextextended('coffer installation', 0)`

/**
 * Holds the installation as one of any number of replicas, so that no command changes all keys or puts the database back
 * beside it, and nobody changes the schema. A connection that is lost is made again; where something has come in
 * between, this replica must end.
 * @throws StartupError while such a command is at work, and when something has changed already
 */
export async function lockShared(options: LockOptions): Promise<{ release(): Promise<void> }> {
  const closing = new AbortController()
  let client = await connect(options.url, options.holder)
  try {
    client.on('error', () => undefined) // what is asked next fails by itself
    if (!(await tryLock(client, 'pg_try_advisory_lock_shared'))) {
      throw new StartupError('database_command_running')
    }
    const changed = await options.whatChanged()
    if (changed) throw startupError(changed)
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
  const running = (async () => {
    while (await isLost(client, closing.signal)) {
      options.log('warn', 'the connection that holds this installation was lost')
      const again = await holdAgain(options, closing.signal)
      if (!again) return
      if ('code' in again) return options.onLost(again)
      client = again
    }
  })()
  return {
    async release() {
      closing.abort()
      await running
      await client.end().catch(() => undefined)
    },
  }
}

/**
 * Takes the installation for a command that no replica may run beside.
 * @throws StartupError while a replica runs
 */
export async function lockExclusive(url: string, command: string): Promise<{ release(): Promise<void> }> {
  const client = await connect(url, command)
  client.on('error', () => undefined) // what the command does next fails by itself
  if (await tryLock(client, 'pg_try_advisory_lock')) return { release: () => client.end().catch(() => undefined) }
  await client.end()
  throw new StartupError('database_replicas_running', { command })
}

/** A session that holds it; who may end it, or has to wait for it, learns by its name which one it is. */
async function connect(url: string, holder = 'installation'): Promise<pg.Client> {
  const application = `${holder} on ${os.hostname()}`
  const client = new pg.Client({ ...connectionOf(url, application), query_timeout: 10_000 })
  try {
    await client.connect()
    await client.query(noticeLoss)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError('database_unreachable', { reason }, { cause: error })
  }
  return client
}

/**
 * Else the server keeps the session of a computer that is gone, and with it the lock, until TCP's own two hours are over
 * (PostgreSQL manual, 19.3.2). On a unix socket it is passed over.
 */
const noticeLoss = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

async function tryLock(client: pg.Client, take: string): Promise<boolean> {
  const { rows } = await client.query(`select ${take}(${installationLock}) as taken`)
  return rows[0].taken
}

/** @returns false when it is to be released */
function isLost(client: pg.Client, closing: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    client.on('error', () => resolve(true))
    client.on('end', () => resolve(true))
    if (closing.aborted) resolve(false)
    closing.addEventListener('abort', () => resolve(false), { once: true })
  })
}

/** @returns the connection that holds it again, why that cannot be, or null when it is to be released */
async function holdAgain(
  { url, holder, whatChanged, log, longestWaitMs = 5_000 }: LockOptions,
  closing: AbortSignal,
): Promise<pg.Client | StartupMessage | null> {
  for (let waitMs = 100; !closing.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      const client = await connect(url, holder)
      client.on('error', () => undefined)
      if (!(await tryLock(client, 'pg_try_advisory_lock_shared'))) {
        await client.end()
        return message('installation_lock_lost')
      }
      const changed = await whatChanged()
      if (changed) {
        await client.end()
        return changed
      }
      log('info', 'this installation is held again')
      return client
    } catch {
      await pause(waitMs, undefined, { signal: closing }).catch(() => undefined) // the database is away
    }
  }
  return null
}
