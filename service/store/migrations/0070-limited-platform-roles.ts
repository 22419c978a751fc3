import type { Knex } from 'knex'

/**
 * The role `coffer_customers` sees the rows of the tenants in `coffer.customers`: a transaction without a tenant of a
 * caller whose platform role is limited to tenants. It may select from every table; without a policy it sees no row.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create function limited_customers() returns uuid[]
    language sql stable set search_path = pg_catalog, pg_temp
    as $$ select string_to_array(nullif(current_setting('coffer.customers', true), ''), ',')::uuid[] $$;

    create function customers_in(of_role jsonb, of_user_role jsonb) returns text
    language sql immutable set search_path = pg_catalog, pg_temp
    as $$ select case when first is null and second is null then null
            else coalesce((select string_agg(id, ',' order by id) from jsonb_array_elements_text(coalesce(first, second)) id
              where second is null or jsonb_exists(second, id)), '${noTenant}') end
          from (select nullif(of_role -> 'tenant_ids', '[]'), nullif(of_user_role -> 'tenant_ids', '[]')) as roles (first, second) $$;
  `)
  const { rows } = await trx.raw(`
    select c.relname as table, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as owned
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and c.relrowsecurity and c.relforcerowsecurity`)
  for (const { table, owned } of rows as { table: string; owned: boolean }[]) {
    await trx.raw('grant select on ?? to coffer_customers', [table])
    const column = table === 'tenants' ? 'id' : owned ? 'tenant_id' : null
    if (column === null) continue
    const others = shared.has(table) ? `${column} is null or ` : ''
    await trx.raw(`create policy customers on ?? for select to coffer_customers
      using (${others}${column} = any (cast((select limited_customers()) as uuid[])))`, [table]) // prettier-ignore
  }
  // A read records itself in the audit log; a search holds its place.
  await trx.raw(`
    grant insert on audit to coffer_customers;
    create policy customers_insert on audit for insert to coffer_customers
      with check (tenant_id is null or tenant_id = any (cast((select limited_customers()) as uuid[])));
    drop policy customers on open_searches;
    create policy customers on open_searches to coffer_customers
      using (tenant_id is null or tenant_id = any (cast((select limited_customers()) as uuid[])));
    grant insert, update, delete on open_searches to coffer_customers;
  `)
}

/** Rows without a tenant that every tenant reads. */
const shared = new Set(['platform_documents', 'platform_document_versions', 'end_of_life'])

/** The id of no tenant: the limits of two roles have no tenant in common. */
const noTenant = '00000000-0000-0000-0000-000000000000'
