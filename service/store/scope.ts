import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { asDatabaseUnavailable, codeOf } from './database-unavailable.ts'
import { type OpeningConfig, endWith, forgetPrepared, openWith, prepareIn } from './opening-client.ts'

/**
 * The rows that a transaction may see: those of one tenant, or of all tenants and of the platform. `limits`: of the
 * tenant only the devices that match, and what belongs to them; the JSON of `limits_in`. `customers`: the ids of the only
 * tenants, without the platform's rows and for reading only.
 */
export type Scope =
  { kind: 'tenant'; tenantId: string; limits?: string } | { kind: 'platform'; customers?: readonly string[] }

declare const scoped: unique symbol

/** A transaction with a scope. Only inScope creates it, so a query that requires it always has a scope. */
export type ScopedTransaction = Knex.Transaction & { readonly [scoped]: true }

/**
 * `statementTimeoutMs`: PostgreSQL cancels a statement that takes longer (SQLSTATE 57014). `repeats`: the same few
 * statements run for every device, so their plans are kept. `mayEndEarly`: nothing follows a statement that `work`
 * marks with `lastStatement`.
 */
export interface ScopeOptions {
  statementTimeoutMs?: number
  repeats?: boolean
  mayEndEarly?: boolean
}

/**
 * Runs `work` in one transaction that sees only the rows of `scope`; the setting ends with it. After a serialization
 * failure or deadlock the transaction is retried, up to three times, so `work` must only run SQL: other effects would
 * be repeated.
 * @throws DatabaseUnavailable; if the connection fails during the commit, the transaction may have been committed
 */
export async function inScope<T>(
  knex: Knex,
  scope: Scope,
  work: (trx: ScopedTransaction) => PromiseLike<T>,
  { statementTimeoutMs = 30_000, repeats = false, mayEndEarly = false }: ScopeOptions = {},
): Promise<T> {
  const config: OpeningConfig = { opening: openingOf(scope, statementTimeoutMs) }
  return retryConflicts(repeats, () =>
    knex.transaction(async (trx) => {
      if (repeats) prepareIn(trx)
      if (mayEndEarly) endingEarly.add(trx)
      return work(trx as ScopedTransaction)
    }, config),
  )
}

/** Runs one statement with parameters, and returns its rows. */
export type RunStatement = <Row>(sql: string, bindings: Knex.ValueDict) => Promise<Row[]>

/**
 * Returns a function that runs each statement in a transaction of its own, in one round trip and prepared, with the
 * scope and the retries of `inScope`. For the statements of frequent requests: a transaction object of knex costs more
 * CPU than most statements. Statements before one Sync are one transaction, which an error rolls back (PostgreSQL
 * manual, "Pipelining").
 */
export function statementsInScope(knex: Knex, scope: Scope): RunStatement {
  const opening = openingOf(scope, 30_000)
  return async <Row>(sql: string, bindings: Knex.ValueDict) => {
    const { rows } = await retryConflicts(true, () => openWith(knex.raw<{ rows: Row[] }>(sql, bindings), opening))
    return rows
  }
}

async function retryConflicts<T>(repeats: boolean, run: () => PromiseLike<T>): Promise<T> {
  for (let left = 3; ; left -= 1) {
    try {
      return await run()
    } catch (error) {
      const isOutdated = repeats && codeOf(error) === outdatedPlan
      if (isOutdated) forgetPrepared()
      if (left === 0 || !(isOutdated || gaveWay(error))) throw asDatabaseUnavailable(error)
    }
    await pause(Math.random() * 20 * (4 - left)) // avoids a repeated conflict
  }
}

/** Transactions in which nothing follows the statement that `lastStatement` marks. */
const endingEarly = new WeakSet<Knex.Transaction>()

/**
 * Marks the statement that ends its action. If the transaction allows that (`mayEndEarly`), COMMIT is sent with it,
 * which saves a round trip; otherwise it runs like any other.
 */
export function lastStatement<T>(trx: ScopedTransaction, statement: Knex.Raw<T>): Knex.Raw<T> {
  return endingEarly.has(trx) ? endWith(statement) : statement
}

/** What a request names before its caller is known. */
export interface NamedRows {
  /** A tenant, by its id; used by callers that belong to none. */
  tenantId: string | null
  /** Constant table names and conditions, and ids. */
  rows: { table: string; id: string; where?: string }[]
  /** The rows belong to the caller's account: limits to devices do not apply to them. */
  isOwn?: boolean
}

/** `bearer`: undefined for an unknown token; nothing is then in scope. */
export interface FoundBearer<Bearer> {
  bearer: Bearer | undefined
  isTenantInScope: boolean
  areRowsInScope: boolean
}

/**
 * Returns the owner of a token, and whether what the request names is in the owner's scope: its tenant, else the named
 * one, else the platform. One round trip: statements sent together are one transaction (PostgreSQL manual, "Multiple
 * Statements in a Simple Query"), so the settings end with them.
 * @param hash SHA-256 of the token
 * @throws DatabaseUnavailable
 */
export async function findBearer<Bearer>(
  knex: Knex,
  hash: Buffer,
  { tenantId, rows, isOwn = false }: NamedRows,
): Promise<FoundBearer<Bearer>> {
  try {
    if (tenantId === null && rows.length === 0) {
      const found = await knex.raw<{ rows: Bearer[] }>(
        `select b.*, limits_in(b.custom_role, b.user_custom_role, b.token_limits)::text as limits,
           customers_in(b.custom_role, b.user_custom_role) as customers
         from lookup_bearer(?) b`,
        [hash],
      )
      return { bearer: found.rows[0], isTenantInScope: true, areRowsInScope: true }
    }
    const tenant = tenantId === null ? 'b.tenant_id::text' : `coalesce(b.tenant_id::text, '${checkUuid(tenantId)}')`
    const found = rows.map(
      ({ table, id, where = 'true' }) => `and exists (select from ${table} where id = '${checkUuid(id)}' and ${where})`,
    )
    const isPermitted = `coalesce('${tenantId}' = any (limited_customers()::text[]), true)`
    const named =
      tenantId === null ? 'true' : `exists (select from tenants where id = '${tenantId}') and ${isPermitted}`
    const results = await knex.raw(
      `select b.*, set_config('statement_timeout', '${lookupTimeoutMs}', true),
         set_config('coffer.limits', b.limits, true), set_config('coffer.customers', b.customers, true),
         case when ${tenant} is null then set_config('role',
             case when b.customers is null or ${isOwn} then 'coffer_platform' else 'coffer_customers' end, true)
           else set_config('coffer.tenant', ${tenant}, true) end,
         case when b.limits is not null and not ${isOwn} then set_config('role', 'coffer_limited', true) end
       from (select *, limits_in(custom_role, user_custom_role, token_limits)::text as limits,
           customers_in(custom_role, user_custom_role) as customers
         from lookup_bearer('\\x${hash.toString('hex')}')) b;
       select ${named} as tenant, true ${found.join(' ')} as rows`,
    )
    const [caller, scope]: [{ rows: Bearer[] }, { rows: { tenant: boolean; rows: boolean }[] }] = results
    const { tenant: isTenantInScope = false, rows: areRowsInScope = false } = scope.rows[0] ?? {}
    return { bearer: caller.rows[0], isTenantInScope, areRowsInScope }
  } catch (error) {
    throw asDatabaseUnavailable(error)
  }
}

/** Equivalent to SET LOCAL: ends with the transaction. */
function openingOf(scope: Scope, statementTimeoutMs: number): string {
  const setting = scope.kind === 'platform' ? platformRole(scope) : `'coffer.tenant', '${checkUuid(scope.tenantId)}'`
  const limits = scope.kind === 'tenant' && scope.limits !== undefined ? `${limitTo(scope.limits)}, ` : ''
  return `select set_config(${setting}, true), ${limits}set_config('statement_timeout', '${Math.ceil(statementTimeoutMs)}', true),
    set_config('idle_in_transaction_session_timeout', '${idleLimitMs}', true)`
}

function platformRole({ customers }: Extract<Scope, { kind: 'platform' }>): string {
  if (!customers) return `'role', 'coffer_platform'`
  return `'coffer.customers', '${customers.map(checkUuid).join()}', true), set_config('role', 'coffer_customers'`
}

/** The names of sites and tags reach SQL in hexadecimal digits only. */
function limitTo(limits: string): string {
  const value = `convert_from('\\x${Buffer.from(limits).toString('hex')}', 'UTF8')`
  return `set_config('coffer.limits', ${value}, true), set_config('role', 'coffer_limited', true)`
}

/** The only values that are inserted into SQL without parameters. */
function checkUuid(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new RangeError('a scope is of a customer, by its id, and so are its rows')
  return id
}

/** Time limit of a lookup before a scope is known, in milliseconds. */
const lookupTimeoutMs = 30_000

/** A service that hangs inside a transaction must not block other replicas with its locks. */
const idleLimitMs = 60_000

/** feature_not_supported: "cached plan must not change result type" (PostgreSQL manual, PREPARE and appendix A). */
const outdatedPlan = '0A000'

/** serialization_failure and deadlock_detected (PostgreSQL manual, appendix A). */
function gaveWay(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '')
}
