import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectionOf } from './connect.ts'

/** `onPoll`: changes may have occurred without a notification. */
export interface ListenOptions {
  url: string
  channels: string[]
  onNotify: (channel: string, payload: string) => void
  onPoll: () => void
  log: (level: 'info' | 'warn', line: string) => void
  pollMs?: number
  longestWaitMs?: number
}

/**
 * Listens on `channels` over a separate connection until closed. A lost connection is replaced with backoff.
 * Notifications are not stored for disconnected listeners, and a pooler may drop them: `onPoll` is therefore called on
 * each connection and every `pollMs` (default 5 s), connected or not. Both callbacks must not throw.
 */
export function listen(options: ListenOptions): { close(): Promise<void> } {
  const { onPoll, pollMs = 5_000 } = options
  const closing = new AbortController()
  const timer = setInterval(onPoll, pollMs)
  const running = keepConnected({ ...options, pollMs }, closing.signal)
  return {
    async close() {
      clearInterval(timer)
      closing.abort()
      await running
    },
  }
}

type Listen = ListenOptions & { pollMs: number }

async function keepConnected(options: Listen, closing: AbortSignal): Promise<void> {
  const { log, longestWaitMs = 10_000 } = options
  for (let waitMs = 100; !closing.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      await stayConnected(options, closing, () => (waitMs = 100))
    } catch (error) {
      log('warn', `no notifications from the database: ${error instanceof Error ? error.message : error}`)
    }
    if (!closing.aborted) await pause(Math.random() * waitMs, undefined, { signal: closing }).catch(() => undefined)
  }
}

/** Resolves when closed, rejects when the connection is lost. */
async function stayConnected(options: Listen, closing: AbortSignal, onConnected: () => void): Promise<void> {
  const { url, channels, onNotify, onPoll, log, pollMs } = options
  const client = new pg.Client({ ...connectionOf(url, 'listen'), query_timeout: pollMs })
  const { promise: over, resolve, reject } = Promise.withResolvers<void>()
  over.catch(() => undefined) // it may reject before it is awaited
  client.on('error', reject)
  client.on('end', () => reject(new Error('the connection ended')))
  client.on('notification', ({ channel, payload }) => onNotify(channel, payload ?? ''))
  closing.addEventListener('abort', () => resolve(), { once: true })
  // A silently broken connection looks like an idle one: send a query and expect a response in time. A standby sends
  // no notifications: after a failover the primary is elsewhere.
  const ask = async () => {
    const { rows } = await client.query('select pg_is_in_recovery() as standby')
    if (rows[0].standby) throw new Error('the server is a standby')
  }
  const asking = setInterval(() => ask().catch(reject), pollMs)
  try {
    await Promise.race([client.connect(), over])
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    log('info', `listening to the database on ${channels.join(', ')}`)
    onConnected()
    onPoll()
    await over
  } finally {
    clearInterval(asking)
    client.end().catch(() => undefined)
  }
}
