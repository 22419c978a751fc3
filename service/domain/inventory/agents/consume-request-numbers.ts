import type { Knex } from 'knex'
import { statementsInScope } from '../../../store/scope.ts'
import { createBatchQueue } from '../../kernel/limits/batch-queue.ts'

/** A request with a verified signature. */
export interface SignedRequest {
  tenantId: string
  agentId: string
  /** Null while a session is being opened. */
  sessionId: string | null
  number: number
}

/** State of the agent and its session against which a request is checked. */
export interface KnownCaller {
  slug: string
  public_key: Buffer | null
  lab_mode: boolean
  listeners_since: Date | null
  revoked_at: Date | null
  cloned_at: Date | null
  rewound_at: Date | null
  session_id: string | null
  ended_at: Date | null
  envelope_key: Buffer
  protocol: number
  platforms: string[]
  transports: string[]
  slots: number
  document_format: number
  dry_run_format: number
}

/** `isFirstUse`: this request was the first to use the number. */
export type ConsumeNumber = (request: SignedRequest) => Promise<(KnownCaller & { isFirstUse: boolean }) | undefined>

/** Minimum interval between updates of `last_seen_at`, in milliseconds: it does not need to be exact to the second. */
const seenEveryMs = 10_000

/** Maximum number of request numbers in a statement. */
const batchSize = 200

/**
 * Marks request numbers as used, each once. Numbers of a session that arrive while others of it are being written are
 * batched: the requests of a busy agent share a transaction. Undefined for an unknown agent.
 * @throws DatabaseUnavailable for all requests of the batch
 */
export function createNumberConsumer(knex: Knex, now: () => Date): ConsumeNumber {
  const queue = createBatchQueue<SignedRequest, ConsumedNumber>({ running: 1, size: batchSize }, (requests) =>
    consumeBatch(knex, now(), requests),
  )
  return (request) => queue.add(`${request.tenantId} ${request.agentId} ${request.sessionId}`, request)
}

type ConsumedNumber = Awaited<ReturnType<ConsumeNumber>>

async function consumeBatch(
  knex: Knex,
  now: Date,
  requests: readonly SignedRequest[],
): Promise<PromiseFulfilledResult<ConsumedNumber>[]> {
  const [first] = requests
  if (!first) return []
  const numbers = [...new Set(requests.map(({ number }) => number))].sort((a, b) => a - b)
  const row = await consume(knex, now, first, numbers)
  const consumed = new Set(row?.consumed)
  // a number that occurs twice in a batch is accepted once
  return requests.map(({ number }) => ({
    status: 'fulfilled',
    value: row && { ...row, isFirstUse: consumed.delete(number) },
  }))
}

/**
 * Runs one statement, which locks the agent before its session, like every other code that locks both. A database crash
 * may lose numbers; that costs less than waiting for the disk at each request.
 */
async function consume(
  knex: Knex,
  now: Date,
  { tenantId, agentId, sessionId }: SignedRequest,
  numbers: number[],
): Promise<(KnownCaller & { consumed: number[] }) | undefined> {
  const run = statementsInScope(knex, { kind: 'tenant', tenantId })
  const [row] = await run<KnownCaller & { consumed: number[] }>(statement, {
    tenantId,
    agentId,
    sessionId,
    numbers,
    now,
    seenBefore: new Date(now.getTime() - seenEveryMs),
  })
  return row
}

const statement = `with agent as (select * from agents where tenant_id = :tenantId and id = :agentId),
  session as (
    select * from agent_sessions where tenant_id = :tenantId and id = :sessionId and agent_id = :agentId),
  consumed as (
    insert into agent_exchanges (tenant_id, session_id, number)
    select s.tenant_id, s.id, n.number from session s, agent a, unnest(:numbers::bigint[]) n (number)
    where s.ended_at is null and a.revoked_at is null and n.number > s.window_floor
    on conflict do nothing
    returning number),
  seen as (
    update agents a set last_seen_at = :now
    where a.tenant_id = :tenantId and a.id = :agentId and exists (select from consumed)
      and (a.last_seen_at is null or a.last_seen_at < :seenBefore)
    returning a.id),
  spoke as (
    update agent_sessions s set spoke_at = :now
    where s.tenant_id = :tenantId and s.id = :sessionId and s.spoke_at is null and exists (select from consumed)
      and (select count(*) from seen) >= 0)
  select a.slug, a.public_key, a.lab_mode, case when a.listeners is not null then greatest(a.listeners_since, a.snmp_users_since) end as listeners_since, a.revoked_at, a.cloned_at, a.rewound_at,
         s.id as session_id, s.ended_at, s.envelope_key, s.protocol, s.platforms, s.transports, s.slots,
         s.document_format, s.dry_run_format,
         array(select number from consumed) as consumed, set_config('synchronous_commit', 'off', true)
  from agent a left join session s on true`
