import type { Knex } from 'knex'
import { asDatabaseUnavailable } from './database-unavailable.ts'
import { type TableScope, tables } from './tables.ts'

/** A violation of the tenants' isolation. `table` is null if it concerns the login. */
export interface IsolationProblem {
  table: string | null
  problem: string
}

/** `now`: monotonic milliseconds. */
export interface IsolationCheckOptions {
  expected?: Readonly<Record<string, TableScope>>
  now: () => number
}

/**
 * Creates the check behind `/ready`: whether every expected table is isolated as by `isolate`, and the login of `knex`
 * cannot bypass it. Other tables that the service can access are checked too. A result is cached for 10 seconds;
 * concurrent callers share one.
 * @returns a function that returns the violations, empty if there are none; it throws DatabaseUnavailable
 */
export function createIsolationCheck(
  knex: Knex,
  { expected = tables, now }: IsolationCheckOptions,
): () => Promise<IsolationProblem[]> {
  let answer: Promise<IsolationProblem[]> | undefined
  let goodUntil = -Infinity
  return () => {
    if (answer && now() < goodUntil) return answer
    goodUntil = now() + 10_000
    answer = findProblems(knex, expected).catch((error) => {
      goodUntil = -Infinity // errors are not cached
      throw asDatabaseUnavailable(error)
    })
    return answer
  }
}

interface Policy {
  name: string
  permissive: boolean
  command: string
  roles: string[]
  using: string | null
  check: string | null
}

interface Table {
  name: string
  enabled: boolean
  forced: boolean
  owned: boolean
  open: boolean
  policies: Policy[]
}

async function findProblems(knex: Knex, expected: Readonly<Record<string, TableScope>>) {
  const { rows: logins } = await knex.raw(loginQuery)
  const { rows } = await knex.raw(tablesQuery)
  const found = new Map<string, Table>(rows.map((table: Table) => [table.name, table]))
  const strangers = [...found.values()].filter((table) => table.open && !(table.name in expected))
  return [
    ...loginProblems(logins[0]).map((problem) => ({ table: null, problem })),
    ...Object.entries(expected).flatMap(([name, whose]) => tableProblems(name, found.get(name), whose)),
    ...strangers.flatMap((table) => tableProblems(table.name, table, undefined)),
  ]
}

// A member of a role may switch to it by SET ROLE; with USAGE it has the role's privileges directly.
const loginQuery = `
  select session_user as name,
    array(select rolname::text from pg_roles
          where (rolsuper or rolbypassrls) and pg_has_role(session_user, oid, 'member')) as above,
    exists (select from pg_roles where rolname = 'coffer_platform' and pg_has_role(session_user, oid, 'usage')) as inherits`

const tablesQuery = `
  select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
    pg_has_role(session_user, c.relowner, 'member') as owned,
    exists (select from aclexplode(c.relacl) a
            where a.grantee = 0 or a.grantee::regrole::text in ('coffer_service', 'coffer_platform', 'coffer_limited',
              'coffer_customers')) as open,
    coalesce((select json_agg(json_build_object(
        'name', p.polname, 'permissive', p.polpermissive, 'command', p.polcmd,
        'roles', (select json_agg(coalesce(r.rolname, 'public')) from unnest(p.polroles) o left join pg_roles r on r.oid = o),
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)))
      from pg_policy p where p.polrelid = c.oid), '[]') as policies
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm')
  order by c.relname`

function loginProblems({ name, above, inherits }: { name: string; above: string[]; inherits: boolean }): string[] {
  return [
    ...above.map((role) => `the login ${name} could bypass row-level security${role === name ? '' : ` as ${role}`}`),
    ...(inherits ? [`the login ${name} inherits coffer_platform, so every transaction sees all customers`] : []),
  ]
}

function tableProblems(name: string, table: Table | undefined, whose: TableScope | undefined) {
  if (!table) return [{ table: name, problem: `the table ${name} is missing` }]
  const say = (problem: string) => ({ table: name, problem: `the table ${name} ${problem}` })
  const ours = { tenant: table.policies.some(isTenantPolicy), platform: table.policies.some(isPlatformPolicy) }
  return [
    ...(table.enabled ? [] : [say('has row-level security off')]),
    ...(table.forced ? [] : [say('does not force row-level security')]),
    ...(table.owned ? [say('belongs to the login, which could switch its policies off')] : []),
    ...(ours.platform ? [] : [say('lacks its policy for the platform')]),
    ...(ours.tenant || whose === 'platform' || whose === undefined ? [] : [say('lacks its policy for customers')]),
    ...table.policies
      .filter((policy) => opensMore(policy, whose))
      .map(({ name }) => say(`is opened by the policy ${name}`)),
  ]
}

/** A restrictive policy only hides rows; another permissive policy may show more. */
function opensMore(policy: Policy, whose: TableScope | undefined): boolean {
  const known =
    isPlatformPolicy(policy) ||
    isLimitedPolicy(policy) ||
    isCustomersPolicy(policy) ||
    (whose !== 'platform' && isTenantPolicy(policy)) ||
    (whose === 'shared' && isSharedPolicy(policy))
  return policy.permissive && !known
}

function isPlatformPolicy({ permissive, command, roles, using }: Policy): boolean {
  return permissive && command === '*' && roles.join() === 'coffer_platform' && using === 'true'
}

/** It shows rows of one tenant, and of those only some, to transactions of limited callers. */
function isLimitedPolicy({ roles, using, check }: Policy): boolean {
  return roles.join() === 'coffer_limited' && [using, check].every((rows) => rows === null || inTenantOnly.test(rows))
}

/** It shows the rows of some tenants, and those without a tenant that all tenants read. */
function isCustomersPolicy({ roles, using, check }: Policy): boolean {
  return roles.join() === 'coffer_customers' && [using, check].every((rows) => rows === null || inCustomers.test(rows))
}

const inCustomers =
  /^\((?:\(tenant_id IS NULL\) OR \()?(?:tenant_id|id) = ANY \(\( ?SELECT limited_customers\(\) AS limited_customers\)(?:::uuid\[\])?\)\)+$/

const inTenantOnly =
  /\(?(?:tenant_id|id) = \(NULLIF\(current_setting\('coffer\.tenant'::text, true\), ''::text\)\)::uuid\)/

/** PostgreSQL's representation of the condition in `isolate`. */
const ownRows = /^\((tenant_id|id) = \(NULLIF\(current_setting\('coffer\.tenant'::text, true\), ''::text\)\)::uuid\)$/

const sharedRows =
  /^\(\(tenant_id IS NULL\) AND \(NULLIF\(current_setting\('coffer\.tenant'::text, true\), ''::text\) IS NOT NULL\)\)$/

/** It applies to reads only, and to the rows without a tenant. */
function isSharedPolicy({ permissive, command, roles, using }: Policy): boolean {
  return permissive && command === 'r' && roles.join() === 'coffer_service' && sharedRows.test(using ?? '')
}

function isTenantPolicy({ permissive, command, roles, using, check }: Policy): boolean {
  if (!permissive || command !== '*' || roles.join() !== 'coffer_service') return false
  return ownRows.test(using ?? '') && (check === null || check === using)
}
