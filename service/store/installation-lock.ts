import os from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { message } from '../../shared/messages/message.ts'
import { StartupError, type StartupMessage, startupError } from './startup-error.ts'
import { connectionOf } from './connect.ts'

/**
 * @param url not through a transaction pooler: the lock belongs to a session
 * @param holder name of the connection in pg_stat_activity, followed by the host name; `installation` for a replica
 */
export interface LockOptions {
  url: string
  holder?: string
  log: (level: 'info' | 'warn', line: string) => void
  /** Called once if this replica must exit: its view of the keys may be outdated. */
  onLost: (reason: StartupMessage) => void
  /**
   * Called after each acquisition of the lock: returns what differs from this replica's state; null if nothing does.
   */
  whatChanged: () => Promise<StartupMessage | null>
  longestWaitMs?: number
}

/** The lock that all replicas share, as SQL. */
export const installationLock = `hashtextextended('coffer installation', 0)`

/**
 * Acquires the installation lock as one of any number of replicas: it prevents commands from changing all keys or
 * restoring the database, and migrations, while the replica runs. A lost connection is replaced; if something changed
 * meanwhile, this replica must exit.
 * @throws StartupError while such a command runs, or if something has already changed
 */
export async function lockShared(options: LockOptions): Promise<{ release(): Promise<void> }> {
  const closing = new AbortController()
  let client = await connect(options.url, options.holder)
  try {
    client.on('error', () => undefined) // the next query fails with the same error
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
 * Acquires the installation lock for a command that must not run beside a replica.
 * @throws StartupError while a replica runs
 */
export async function lockExclusive(url: string, command: string): Promise<{ release(): Promise<void> }> {
  const client = await connect(url, command)
  client.on('error', () => undefined) // the command's next query fails with the same error
  if (await tryLock(client, 'pg_try_advisory_lock')) return { release: () => client.end().catch(() => undefined) }
  await client.end()
  throw new StartupError('database_replicas_running', { command })
}

/** Opens the session that holds the lock; its name identifies it to administrators and waiting commands. */
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
 * Without keepalives, the server keeps the session of a lost host, and its lock, until TCP's default of two hours
 * (PostgreSQL manual, 19.3.2). Ignored on a Unix socket.
 */
const noticeLoss = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3'

async function tryLock(client: pg.Client, take: string): Promise<boolean> {
  const { rows } = await client.query(`select ${take}(${installationLock}) as taken`)
  return rows[0].taken
}

/** @returns false if the lock is being released */
function isLost(client: pg.Client, closing: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    client.on('error', () => resolve(true))
    client.on('end', () => resolve(true))
    if (closing.aborted) resolve(false)
    closing.addEventListener('abort', () => resolve(false), { once: true })
  })
}

/** @returns the new connection that holds the lock, the reason why it cannot, or null if the lock is being released */
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
      await pause(waitMs, undefined, { signal: closing }).catch(() => undefined) // database unavailable
    }
  }
  return null
}
