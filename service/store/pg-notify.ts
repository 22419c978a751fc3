import type { Knex } from 'knex'
import { listen } from './listen.ts'
import type { ScopedTransaction } from './scope.ts'

/**
 * `jobs`: a tenant's agents may have work (payload: the tenant's id).
 * `agents`: an agent was revoked, cleared or given another key (payload: the agent's id).
 * `keys`: a tenant's keys were re-wrapped or destroyed (payload: the tenant's id).
 * `events`: events were recorded, or webhook deliveries are due.
 * `published`: events have positions and can be delivered (payload: the tenant's id, or `platform`).
 */
export type Channel = 'jobs' | 'agents' | 'keys' | 'events' | 'published'

/** `null`: changes may have occurred without a notification. */
export type SignalListener = (payload: string | null) => void

/** Wakes waiting code on every replica. */
export interface Notifier {
  /** Delivered when, and only if, the transaction commits. Equal payloads of one transaction are delivered once. */
  notify(trx: ScopedTransaction, channel: Channel, payload: string): Promise<void>
  /** Listeners must not throw. Also called with null on each new connection and periodically. */
  on(channel: Channel, listener: SignalListener): () => void
  close(): Promise<void>
}

export interface SignalOptions {
  /** Must not go through a transaction pooler. */
  listenUrl: string
  log: Record<'info' | 'warn', (line: string) => void>
  pollMs?: number
}

/** Creates the notifier; all listeners of this process share one connection. */
export function createSignals({ listenUrl, log, pollMs }: SignalOptions): Notifier {
  const listeners: Record<Channel, Set<SignalListener>> = {
    jobs: new Set(),
    agents: new Set(),
    keys: new Set(),
    events: new Set(),
    published: new Set(),
  }
  const notify = (channel: string, payload: string | null) => {
    for (const listener of listeners[channel as Channel] ?? []) listener(payload)
  }
  const channels = Object.keys(listeners)
  const listening = listen({
    url: listenUrl,
    channels: channels.map(nameOf),
    onNotify: (name, payload) => notify(name.slice(prefix.length), payload),
    onPoll: () => channels.forEach((channel) => notify(channel, null)),
    log: (level, line) => log[level](line),
    pollMs,
  })
  return {
    notify: sendSignal,
    on(channel, listener) {
      listeners[channel].add(listener)
      return () => void listeners[channel].delete(listener)
    },
    close: () => listening.close(),
  }
}

/** Sends a notification without a listener: it is a statement of the transaction. */
export async function sendSignal(trx: Knex, channel: Channel, payload: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [nameOf(channel), payload])
}

/** Sends any number of payloads in one statement. */
export async function sendSignals(trx: Knex, channel: Channel, payloads: string[]): Promise<void> {
  if (payloads.length > 0)
    await trx.raw('select pg_notify(?, p) from unnest(?::text[]) as p', [nameOf(channel), payloads])
}

const prefix = 'coffer_'

function nameOf(channel: string): string {
  return `${prefix}${channel}`
}
