import type { ListenerProtocol, ListenerState, Listeners } from '../../../store/models/agent.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Agents per transaction. */
const batch = 200

/** A listener without a message for this time is silent: devices usually send some every hour. */
const silentMs = 24 * 3_600_000

/** A failure to open a port is reported after this time: it may be the agent's restart. */
const failedMs = 120_000

interface ListeningAgent {
  id: string
  name: string
  tenant_id: string
  listeners: Listeners
  listener_states: ListenerState[] | null
  silent_listeners: ListenerProtocol[]
  listeners_since: Date
}

/**
 * Emits an event for each listener that could not be opened or has received no message for a day, and another when it
 * receives messages again: once each, however many replicas check.
 */
export async function reportListeners({ trx, now }: SystemContext): Promise<void> {
  const { rows } = await trx.raw<{ rows: ListeningAgent[] }>(
    `select id, name, tenant_id, listeners, listener_states, silent_listeners, listeners_since
     from agents where listeners is not null and revoked_at is null
     order by id limit :batch for no key update skip locked`,
    { batch },
  )
  for (const agent of rows) {
    const silent = silentProtocols(agent, now)
    const told = new Set(agent.silent_listeners)
    const changed = [...silent.keys()].filter((protocol) => !told.has(protocol))
    const heard = agent.silent_listeners.filter((protocol) => !silent.has(protocol))
    if (changed.length === 0 && heard.length === 0) continue
    await trx.raw('update agents set silent_listeners = ? where tenant_id = ? and id = ?', [
      [...silent.keys()],
      agent.tenant_id,
      agent.id,
    ])
    const eventOf = (type: 'agent.listener_silent' | 'agent.listener_heard') => (protocol: ListenerProtocol) => {
      const state = agent.listener_states?.find((one) => one.protocol === protocol)
      const data = { protocol, error: state?.error ?? null, last_message_at: state?.last_message_at ?? null }
      return { type, tenantId: agent.tenant_id, agent: { id: agent.id, name: agent.name }, data }
    }
    await recordEvents({ trx, now }, [
      ...changed.map(eventOf('agent.listener_silent')),
      ...heard.filter((protocol) => agent.listeners[protocol] !== undefined).map(eventOf('agent.listener_heard')),
    ])
  }
}

/** Returns the open listeners that receive nothing. An agent that reports nothing is offline, which has its own event. */
function silentProtocols(
  { listeners, listener_states: states, silent_listeners: told, listeners_since: since }: ListeningAgent,
  now: Date,
): Map<ListenerProtocol, true> {
  const silent = (states ?? []).filter(({ protocol, error, last_message_at: last }) => {
    if (listeners[protocol] === undefined) return false
    if (error) return told.includes(protocol) || now.getTime() - since.getTime() > failedMs
    const heardAt = last === null ? since.getTime() : Math.max(Date.parse(last), since.getTime())
    return now.getTime() - heardAt > silentMs
  })
  return new Map(silent.map(({ protocol }) => [protocol, true]))
}
