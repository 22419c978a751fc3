import type { Knex } from 'knex'

/**
 * The role `coffer_limited` sees the devices of one tenant that match the sites or tags of its caller's roles, in
 * `coffer.limits`, and what belongs to them. It may select from every table; without a policy it sees no row.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create function limited_to(slot integer, field text) returns text[]
    language sql stable set search_path = pg_catalog, pg_temp
    as $$ select case when l is not null then array(select jsonb_array_elements_text(l -> field)) end
          from (select nullif(current_setting('coffer.limits', true), '')::jsonb -> slot) as limits (l) $$;

    create function limits_in(first jsonb, second jsonb) returns jsonb
    language sql immutable set search_path = pg_catalog, pg_temp
    as $$ select jsonb_agg(distinct jsonb_build_object('sites', r -> 'sites', 'tags', r -> 'tags'))
          from (values (first), (second)) as roles (r)
          where jsonb_array_length(r -> 'sites') + jsonb_array_length(r -> 'tags') > 0 $$;
  `)
  const { rows } = await trx.raw(`select relname as table from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity and relforcerowsecurity`)
  for (const { table } of rows) await trx.raw('grant select on ?? to coffer_limited', [table])
  const own = (table: string) => `${table}.tenant_id = nullif(current_setting('coffer.tenant', true), '')::uuid`
  const allow = (table: string, condition: string, command = 'all') =>
    trx.raw(`create policy limited${command === 'all' ? '' : `_${command}`} on ${table} for ${command} to coffer_limited
      ${command === 'insert' ? 'with check' : 'using'} (${condition})`)
  const matches = (slot: number) =>
    `site = any (cast((select limited_to(${slot}, 'sites')) as text[])) or tags && (select limited_to(${slot}, 'tags'))`
  await allow(
    'devices',
    `${own('devices')} and (${matches(0)}) and ((select limited_to(1, 'sites')) is null or ${matches(1)})`,
  )
  await trx.raw('grant update on devices to coffer_limited')
  for (const [table, { parent, column }] of Object.entries(belonging)) {
    await allow(table, `${own(table)} and exists (select from ${parent} where ${parent}.id = ${table}.${column})`)
  }
  for (const table of ['jobs', 'job_attempts', 'job_log', 'device_leases', 'occurrences', 'versions']) {
    await trx.raw(`grant insert, update, delete on ${table} to coffer_limited`)
  }
  for (const table of readable) await allow(table, own(table), 'select')
  for (const table of ['platform_documents', 'platform_document_versions', 'end_of_life']) {
    await allow(table, `tenant_id is null or ${own(table)}`, 'select')
  }
  await trx.raw(`create policy limited on tenants for select to coffer_limited
    using (id = nullif(current_setting('coffer.tenant', true), '')::uuid)`)
  // A backup locks the row of the keys; no row that the policy accepts could replace it.
  await trx.raw(`grant update (destroyed_at) on tenant_keys to coffer_limited;
    create policy limited_lock on tenant_keys for update to coffer_limited
      using (${own('tenant_keys')}) with check (${own('tenant_keys')} and false)`)
  for (const table of ['open_searches', 'idempotency_keys']) {
    await allow(table, own(table))
    await trx.raw(`grant insert, update, delete on ${table} to coffer_limited`)
  }
  const device = { audit: 'audit.device_id', events: `(events.device ->> 'id')::uuid` }
  for (const [table, id] of Object.entries(device)) {
    await allow(table, `${own(table)} and exists (select from devices where devices.id = ${id})`, 'select')
    await allow(table, own(table), 'insert')
    await trx.raw(`grant insert on ${table} to coffer_limited`)
  }
  for (const table of ['retention_policies', 'blackouts']) {
    const ofVisible = `exists (select from devices where devices.id = ${table}.device_id)`
    await allow(table, `${own(table)} and (device_id is null or ${ofVisible})`, 'select')
  }
}

/** Rows that belong to a device, with the visible row on which they depend. */
const belonging: Record<string, { parent: string; column: string }> = {
  ...Object.fromEntries(
    [
      ...['device_agents', 'device_grams', 'fingerprints', 'jobs', 'device_leases', 'artifacts', 'versions'],
      ...['snapshots', 'occurrences', 'device_facts'],
    ].map((table) => [table, { parent: 'devices', column: 'device_id' }]),
  ),
  ...Object.fromEntries(
    ['job_attempts', 'job_log', 'job_results'].map((table) => [table, { parent: 'jobs', column: 'job_id' }]),
  ),
  pins: { parent: 'artifacts', column: 'artifact_id' },
  pin_holds: { parent: 'versions', column: 'version_id' },
  search_texts: { parent: 'versions', column: 'version_id' },
  damaged_versions: { parent: 'versions', column: 'version_id' },
  restore_checks: { parent: 'versions', column: 'version_id' },
}

/** Rows of the tenant that reading a device's texts needs. No operation of a limited caller returns them. */
const readable = ['tenant_keys', 'packs', 'chunks', 'search_segments', 'search_turns']
