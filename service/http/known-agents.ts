import { shareOfLimit } from '../share-of-limit.ts'
import { none } from '../../shared/agent-protocol/exchange.ts'
import { type BoundedQueue, createBoundedQueue } from '../domain/kernel/limits/bounded-queue.ts'
import { type FailureBudget, createFailureBudget } from '../domain/kernel/limits/failure-budget.ts'
import type { Dependencies } from '../dependencies.ts'

/** Tenant and public key of an agent. */
export interface KnownAgent {
  tenantId: string
  publicKey: Buffer
}

/** Keys of agents, for requests that are not verified yet. */
export interface KnownAgents {
  /**
   * Returns the cached agent; undefined if the database must be queried; null for an id that was not found recently.
   */
  remembered(agentId: string): KnownAgent | null | undefined
  /**
   * Returns the agent as it was before a time in which notifications may have been lost. Its key only decides whether a
   * request deserves a look-up.
   */
  outdated(agentId: string): KnownAgent | undefined
  /**
   * Reads the agent from the database, at most once in `freshMs` for each id.
   * @throws DomainError service_busy
   */
  find(agentId: string): Promise<KnownAgent | null>
  forget(agentId: string): void
  /** Failed verifications of each address (IPv6: /64). */
  failures: FailureBudget
  /** Look-ups for senders that are not verified. */
  lookups: BoundedQueue
}

/** Time for which a database result is used although requests contradict it. */
const freshMs = 5_000

/** Maximum number of cached unknown ids. */
const unknownAtMost = 10_000

/** Connections of the agents' pool for unverified senders, and the maximum number of waiting look-ups. */
const lookupLimits = { running: shareOfLimit(4), waiting: 200 }

/** Far above what a legitimate site causes. Successes are not counted, so any number of agents may share an address. */
export const failureLimits = { perMinute: shareOfLimit(60), remembered: 20_000 }

const made = new WeakMap<Dependencies['signals'], KnownAgents>()

/** Returns the cache of one service. The notification `agents` removes a changed key. */
export function knownAgents({ signals, forAgents }: Pick<Dependencies, 'signals' | 'forAgents'>): KnownAgents {
  const existing = made.get(signals)
  if (existing) return existing
  const clock = () => performance.now()
  const found = new Map<string, { agent: KnownAgent | null; at: number; isOutdated: boolean }>()
  const underway = new Map<string, Promise<KnownAgent | null>>()
  const lookups = createBoundedQueue(lookupLimits)
  let unknown = 0
  let voided = 0
  const remove = (agentId: string) => {
    if (found.get(agentId)?.agent === null) unknown -= 1
    found.delete(agentId)
  }
  const removeAll = (agentIds: Iterable<string>) => {
    for (const agentId of agentIds) remove(agentId)
  }
  signals.on('agents', (agentId) => {
    voided += 1
    if (agentId !== null) return remove(agentId)
    for (const [id, entry] of found) {
      if (entry.agent === null) remove(id)
      else entry.isOutdated = true
    }
  })

  async function lookUp(agentId: string): Promise<KnownAgent | null> {
    const before = voided
    const { rows } = await lookups.run<{ rows: { tenant_id: string; public_key: Buffer | null }[] }>(() =>
      forAgents.knex.raw('select tenant_id, public_key from lookup_agent(?)', [agentId]),
    )
    const [row] = rows
    const agent = row?.public_key ? { tenantId: row.tenant_id, publicKey: row.public_key } : null
    if (before !== voided) return agent
    remove(agentId)
    if (agent === null && ++unknown > unknownAtMost) {
      removeAll([...found].filter((entry) => entry[1].agent === null).map(([id]) => id))
      unknown = 1
    }
    found.set(agentId, { agent, at: clock(), isOutdated: false })
    return agent
  }

  const agents: KnownAgents = {
    remembered(agentId) {
      if (agentId === none) return null
      const entry = found.get(agentId)
      if (!entry || entry.isOutdated) return undefined
      return entry.agent !== null || clock() - entry.at < freshMs ? entry.agent : undefined
    },
    outdated: (agentId) => {
      const entry = found.get(agentId)
      return entry?.isOutdated ? (entry.agent ?? undefined) : undefined
    },
    async find(agentId) {
      if (agentId === none) return null
      const entry = found.get(agentId)
      if (entry && !entry.isOutdated && clock() - entry.at < freshMs) return entry.agent
      const lookup = underway.get(agentId) ?? lookUp(agentId).finally(() => underway.delete(agentId))
      underway.set(agentId, lookup)
      return lookup
    },
    forget(agentId) {
      voided += 1
      remove(agentId)
    },
    failures: createFailureBudget(failureLimits),
    lookups,
  }
  made.set(signals, agents)
  return agents
}
