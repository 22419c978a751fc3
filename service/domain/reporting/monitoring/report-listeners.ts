import type { ListenerProtocol, ListenerState, Listeners } from '../../../store/models/agent.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { onlineMs } from '../../inventory/agents/agent-status.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'

/** Agents per statement. */
const batch = 200

const firstId = '00000000-0000-0000-0000-000000000000'

/** A listener without a message for this time is silent: devices usually send some every hour. */
const silentMs = 24 * 3_600_000

/** A failure to open a port is reported after this time: it may be the agent's restart. */
const failedMs = 120_000

/** An agent that is connected and reports no listeners for this time is too old, or its listeners ended. */
const unreportedMs = 10 * 60_000

interface ListeningAgent {
  id: string
  name: string
  tenant_id: string
  listeners: Listeners
  listener_states: ListenerState[] | null
  silent_listeners: ListenerProtocol[]
  listeners_since: Date
  last_seen_at: Date | null
}

/**
 * Emits an event for each listener that could not be opened or has received no message for a day, and another when it
 * receives messages again: once each, however many replicas check.
 */
export async function reportListeners(context: SystemContext): Promise<void> {
  for (let after = firstId; ;) {
    const agents = await reportBatch(context, after)
    const last = agents.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Reports the listeners of the next agents, and returns these. */
async function reportBatch({ trx, now }: SystemContext, after: string): Promise<ListeningAgent[]> {
  const { rows } = await trx.raw<{ rows: ListeningAgent[] }>(
    `select id, name, tenant_id, listeners, listener_states, silent_listeners, listeners_since, last_seen_at
     from agents where listeners is not null and revoked_at is null and id > :after
     order by id limit :batch for no key update skip locked`,
    { batch, after },
  )
  for (const agent of rows) {
    const silent = silentProtocols(agent, now)
    const told = new Set(agent.silent_listeners)
    const changed = [...silent.keys()].filter((protocol) => !told.has(protocol))
    const recovered = agent.silent_listeners.filter((protocol) => !silent.has(protocol))
    if (changed.length === 0 && recovered.length === 0) continue
    await trx.raw('update agents set silent_listeners = ? where tenant_id = ? and id = ?', [
      [...silent.keys()],
      agent.tenant_id,
      agent.id,
    ])
    const eventOf = (type: 'agent.listener_silent' | 'agent.listener_recovered') => (protocol: ListenerProtocol) => {
      const state = agent.listener_states?.find((one) => one.protocol === protocol)
      const data = { protocol, error: state?.error ?? null, last_message_at: state?.last_message_at ?? null }
      return { type, tenantId: agent.tenant_id, agent: { id: agent.id, name: agent.name }, data }
    }
    await recordEvents({ trx, now }, [
      ...changed.map(eventOf('agent.listener_silent')),
      ...recovered
        .filter((protocol) => agent.listeners[protocol] !== undefined)
        .map(eventOf('agent.listener_recovered')),
    ])
  }
  return rows
}

/** Returns the listeners that receive nothing. An agent that is offline has its own event. */
function silentProtocols(agent: ListeningAgent, now: Date): Map<ListenerProtocol, true> {
  const {
    listeners: { relays: _relays, ...ports },
    listener_states: states,
    silent_listeners: told,
  } = agent
  const sinceMs = now.getTime() - agent.listeners_since.getTime()
  const isOnline = agent.last_seen_at !== null && now.getTime() - agent.last_seen_at.getTime() < onlineMs
  const silent = (Object.keys(ports) as ListenerProtocol[]).filter((protocol) => {
    const state = states?.find((one) => one.protocol === protocol)
    if (!state) return isOnline && sinceMs > unreportedMs
    if (state.error) return told.includes(protocol) || sinceMs > failedMs
    const last = state.last_message_at === null ? 0 : Date.parse(state.last_message_at)
    return Math.min(sinceMs, now.getTime() - last) > silentMs
  })
  return new Map(silent.map((protocol) => [protocol, true]))
}
