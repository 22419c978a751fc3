import type { Knex } from 'knex'
import { listen } from './listen.ts'
import type { ScopedTransaction } from './scope.ts'

/**
 * `jobs`: there may be work for a customer's agents (payload: the customer's id).
 * `agents`: an agent was revoked, cleared or given another key (payload: the agent's id).
 * `keys`: a customer's keys were wrapped again or destroyed (payload: the customer's id).
 * `events`: events were recorded, or webhooks have something to do.
 * `published`: events have their positions and can be told (payload: the customer's id, or `platform`).
 */
export type Channel = 'jobs' | 'agents' | 'keys' | 'events' | 'published'

/** `null` means: something may have happened that no notification told. */
export type SignalListener = (payload: string | null) => void

/** Wakes those who wait for rows, on every replica. */
export interface Notifier {
  /** Told when, and only if, the transaction commits. Equal payloads of one transaction are told once. */
  notify(trx: ScopedTransaction, channel: Channel, payload: string): Promise<void>
  /** Listeners must not throw. Also called with null at each new connection and from time to time. */
  on(channel: Channel, listener: SignalListener): () => void
  close(): Promise<void>
}

export interface SignalOptions {
  /** Where to listen: never behind a transaction pooler. */
  listenUrl: string
  log: Record<'info' | 'warn', (line: string) => void>
  pollMs?: number
}

/** One connection of its own for all listeners of this process. */
export function createSignals({ listenUrl, log, pollMs }: SignalOptions): Notifier {
  const listeners: Record<Channel, Set<SignalListener>> = {
    jobs: new Set(),
    agents: new Set(),
    keys: new Set(),
    events: new Set(),
    published: new Set(),
  }
  const tell = (channel: string, payload: string | null) => {
    for (const listener of listeners[channel as Channel] ?? []) listener(payload)
  }
  const channels = Object.keys(listeners)
  const listening = listen({
    url: listenUrl,
    channels: channels.map(nameOf),
    onNotify: (name, payload) => tell(name.slice(prefix.length), payload),
    onPoll: () => channels.forEach((channel) => tell(channel, null)),
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

/** `notify` for who does not listen: it is only a statement of the transaction. */
export async function sendSignal(trx: Knex, channel: Channel, payload: string): Promise<void> {
  await trx.raw('select pg_notify(?, ?)', [nameOf(channel), payload])
}

/** One statement for any number of payloads. */
export async function sendSignals(trx: Knex, channel: Channel, payloads: string[]): Promise<void> {
  if (payloads.length > 0)
    await trx.raw('select pg_notify(?, p) from unnest(?::text[]) as p', [nameOf(channel), payloads])
}

const prefix = 'coffer_'

function nameOf(channel: string): string {
  return `${prefix}${channel}`
}
