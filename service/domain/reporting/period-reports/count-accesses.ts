import type { SystemContext } from '../../kernel/context.ts'
import type { AccessSection } from './period-report.ts'
import type { PeriodRows } from './period-figures.ts'

/** What a user did with the configurations of one tenant; of all tenants at once: null. */
export type FoundAccess = { tenantId: string | null } & AccessSection['users'][number]

/** Audited actions that show content of configurations, by column. */
const actions = {
  views: ['config.read', 'snapshot.browse', 'snapshot.file'],
  comparisons: ['config.diff', 'snapshot.diff'],
  searches: ['config.search'],
  downloads: ['config.download', 'break_glass_copy.create'],
} as const

/** Maximum number of users of one tenant that are read. */
const maxOfTenant = 1_000

/**
 * Counts who accessed configurations in the period, according to the audit log. Agents and the service are left out. A
 * record of a search names its devices in its detail.
 */
export async function countAccesses(
  { trx }: Pick<SystemContext, 'trx'>,
  { tenantId, from, until }: PeriodRows,
): Promise<{ users: FoundAccess[]; totalUsers: number }> {
  const count = (name: keyof typeof actions) =>
    `count(*) filter (where is_record and action = any(:${name}))::int as ${name}`
  const { rows } = await trx.raw<{ rows: (Omit<FoundAccess, 'lastAt'> & { lastAt: Date; totalUsers: number })[] }>(
    `with users as (
       select tenant_id, actor, ${count('views')}, ${count('comparisons')}, ${count('searches')}, ${count('downloads')},
         count(distinct device)::int as devices, max(ts) as last_at, count(*) filter (where is_record) as accesses
       from audit, lateral (
         select device_id::text as device, true as is_record
         union all
         select jsonb_array_elements_text(detail -> 'devices'), false where jsonb_typeof(detail -> 'devices') = 'array'
       ) touched
       where action = any(:all) and ts >= :from and ts < :until and outcome = 'done' and role is not null
         ${tenantId === null ? '' : 'and tenant_id = :tenantId'}
       group by tenant_id, actor
     ), ranked as (
       select *, row_number() over (partition by tenant_id order by accesses desc, actor) as place from users
     )
     select tenant_id as "tenantId", actor as user, views, comparisons, searches, downloads, devices, last_at as "lastAt",
       (select count(distinct actor)::int from users) as "totalUsers"
     from ranked where place <= :maxOfTenant order by accesses desc, actor`,
    { ...actions, all: Object.values(actions).flat(), tenantId, from, until, maxOfTenant },
  )
  return {
    users: rows.map(({ totalUsers: _totalUsers, ...access }) => ({ ...access, lastAt: access.lastAt.toISOString() })),
    totalUsers: rows[0]?.totalUsers ?? 0,
  }
}
