import type { Knex } from 'knex'
import { isolate, withAllRows } from '../isolate.ts'

/**
 * What the store holds of each tenant and lineage, so that no page sums all versions and packs. Triggers keep the figures in
 * the transaction that changes a version or a pack, whoever writes it: commits, retention, sweeps, purges, a dump that is
 * loaded, a rebuild.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    -- the figures of a tenant are the sum of its rows. Each connection adds to one of 32, so that commits of one tenant
    -- seldom wait for each other; a row alone may be below zero
    create table storage_figures (
      tenant_id uuid not null references tenants (id),
      shard smallint not null,
      lineages bigint not null default 0,
      versions bigint not null default 0,
      -- bytes: as the devices gave it, without what is equal, as it is in the store
      collected bigint not null default 0,
      unpacked bigint not null default 0,
      stored bigint not null default 0,
      primary key (tenant_id, shard)
    ) with (fillfactor = 50);

    -- lineages that have versions
    create table storage_lineages (
      tenant_id uuid not null,
      artifact_id uuid not null,
      versions integer not null,
      collected bigint not null,
      primary key (tenant_id, artifact_id)
    ) with (fillfactor = 80);
    create index storage_lineages_largest on storage_lineages (tenant_id, collected desc, artifact_id);

    create function add_storage_figures(
      tenant uuid, more_lineages bigint, more_versions bigint, more_collected bigint, more_unpacked bigint, more_stored bigint
    ) returns void language sql as $$
      insert into storage_figures as f (tenant_id, shard, lineages, versions, collected, unpacked, stored)
      values (tenant, pg_backend_pid() % 32, more_lineages, more_versions, more_collected, more_unpacked, more_stored)
      on conflict (tenant_id, shard) do update set lineages = f.lineages + excluded.lineages,
        versions = f.versions + excluded.versions, collected = f.collected + excluded.collected,
        unpacked = f.unpacked + excluded.unpacked, stored = f.stored + excluded.stored
    $$;

    create function count_versions_added() returns trigger language plpgsql as $$
    begin
      -- a lineage whose versions are all of this statement is new
      with more as (
        select tenant_id, artifact_id, count(*)::int as versions, sum(size_bytes)::bigint as collected
        from added group by tenant_id, artifact_id
      ), counted as (
        insert into storage_lineages as l (tenant_id, artifact_id, versions, collected)
        select tenant_id, artifact_id, versions, collected from more order by tenant_id, artifact_id
        on conflict (tenant_id, artifact_id) do update
          set versions = l.versions + excluded.versions, collected = l.collected + excluded.collected
        returning tenant_id, artifact_id, versions
      )
      insert into storage_figures as f (tenant_id, shard, lineages, versions, collected)
      select m.tenant_id, pg_backend_pid() % 32, count(*) filter (where c.versions = m.versions), sum(m.versions), sum(m.collected)
      from more m join counted c on c.tenant_id = m.tenant_id and c.artifact_id = m.artifact_id
      group by m.tenant_id order by m.tenant_id
      on conflict (tenant_id, shard) do update set lineages = f.lineages + excluded.lineages,
        versions = f.versions + excluded.versions, collected = f.collected + excluded.collected;
      return null;
    end $$;

    create function count_versions_removed() returns trigger language plpgsql as $$
    declare
      one record;
      ended bigint;
    begin
      for one in select tenant_id, count(*) as versions, sum(size_bytes)::bigint as collected
                 from removed group by tenant_id order by tenant_id loop
        with fewer as (
          select artifact_id, count(*) as versions from removed where tenant_id = one.tenant_id group by artifact_id
        ), gone as (
          delete from storage_lineages l using fewer f
          where l.tenant_id = one.tenant_id and l.artifact_id = f.artifact_id and l.versions <= f.versions
          returning 1
        )
        select count(*) into ended from gone;
        update storage_lineages l set versions = l.versions - f.versions, collected = l.collected - f.collected
        from (select artifact_id, count(*) as versions, sum(size_bytes) as collected
              from removed where tenant_id = one.tenant_id group by artifact_id) f
        where l.tenant_id = one.tenant_id and l.artifact_id = f.artifact_id;
        perform add_storage_figures(one.tenant_id, -ended, -one.versions, -one.collected, 0, 0);
      end loop;
      return null;
    end $$;

    create function count_packs() returns trigger language plpgsql as $$
    declare
      one record;
    begin
      -- one of both is empty unless packs were updated; an announced pack is not in the store yet
      if tg_op = 'INSERT' then
        for one in select tenant_id, coalesce(sum(raw_bytes), 0)::bigint as unpacked, sum(size)::bigint as stored
                   from added where status <> 'announced' group by tenant_id order by tenant_id loop
          perform add_storage_figures(one.tenant_id, 0, 0, 0, one.unpacked, one.stored);
        end loop;
      elsif tg_op = 'DELETE' then
        for one in select tenant_id, coalesce(sum(raw_bytes), 0)::bigint as unpacked, sum(size)::bigint as stored
                   from removed where status <> 'announced' group by tenant_id order by tenant_id loop
          perform add_storage_figures(one.tenant_id, 0, 0, 0, -one.unpacked, -one.stored);
        end loop;
      else
        for one in select tenant_id, coalesce(sum(unpacked), 0)::bigint as unpacked, sum(stored)::bigint as stored from (
                     select tenant_id, raw_bytes as unpacked, size as stored from added where status <> 'announced'
                     union all
                     select tenant_id, -raw_bytes, -size from removed where status <> 'announced') p
                   group by tenant_id having coalesce(sum(unpacked), 0) <> 0 or sum(stored) <> 0 order by tenant_id loop
          perform add_storage_figures(one.tenant_id, 0, 0, 0, one.unpacked, one.stored);
        end loop;
      end if;
      return null;
    end $$;

    create trigger versions_counted after insert on versions
      referencing new table as added for each statement execute function count_versions_added();
    create trigger versions_uncounted after delete on versions
      referencing old table as removed for each statement execute function count_versions_removed();
    create trigger packs_counted after insert on packs
      referencing new table as added for each statement execute function count_packs();
    create trigger packs_recounted after update on packs
      referencing old table as removed new table as added for each statement execute function count_packs();
    create trigger packs_uncounted after delete on packs
      referencing old table as removed for each statement execute function count_packs();
  `)
  for (const table of ['storage_figures', 'storage_lineages']) await isolate(trx, table)
  await withAllRows(trx, () =>
    trx.raw(`
      insert into storage_lineages (tenant_id, artifact_id, versions, collected)
      select tenant_id, artifact_id, count(*), sum(size_bytes) from versions group by tenant_id, artifact_id;

      insert into storage_figures (tenant_id, shard, lineages, versions, collected, unpacked, stored)
      select t.id, 0, coalesce(l.lineages, 0), coalesce(l.versions, 0), coalesce(l.collected, 0),
        coalesce(p.unpacked, 0), coalesce(p.stored, 0)
      from tenants t
      left join (select tenant_id, count(*) as lineages, sum(versions) as versions, sum(collected) as collected
                 from storage_lineages group by tenant_id) l on l.tenant_id = t.id
      left join (select tenant_id, sum(raw_bytes) as unpacked, sum(size) as stored
                 from packs where status <> 'announced' group by tenant_id) p on p.tenant_id = t.id
      where l.tenant_id is not null or p.tenant_id is not null`),
  )
}
