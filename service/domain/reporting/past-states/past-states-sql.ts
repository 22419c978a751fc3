/**
 * The statement of a page of devices. Each lineage costs index lookups of the versions around the moment, never a scan of
 * its history: the version current at `:at`, the one before it, and the one after it. Runs and events are those of the
 * window from `:since` to `:at`.
 */
export const pastStatesSql = (conditions: readonly string[]) => `
  with page as materialized (
    select d.id, d.tenant_id, d.name, d.platform, d.site, d.tags, d.decommissioned_at, d.purged_at
    from devices d
    where (d.purged_at is null or d.purged_at > :at) ${conditions.map((one) => `and ${one}`).join(' ')}
    order by d.name, d.id limit :limit
  ),
  happened as materialized (
    select e.tenant_id, (e.device->>'id')::uuid as device_id, e.id, e.type, e.severity, e.at
    from events e
    where e.device is not null and e.at > :since and e.at <= :at and e.tenant_id = any(array(select tenant_id from page))
      and (e.device->>'id')::uuid = any(array(select id from page))
  )
  select page.id, page.tenant_id as "tenantId", page.name, page.platform, page.site, page.tags,
    page.decommissioned_at as "decommissionedAt", page.purged_at as "purgedAt",
    lineages.list as lineages, runs.list as runs, seen.list as events, seen.count as "eventCount"
  from page
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'artifactId', a.id, 'key', a.key, 'transport', a.transport, 'kind', a.kind, 'createdAt', a.created_at,
      'current', current.version, 'previousId', previous.id, 'next', next.version
    ) order by a.key, a.transport), '[]'::json) as list
    from artifacts a
    left join lateral (
      select v.id, v.captured_at, json_build_object(
        'id', v.id, 'jobId', v.job_id, 'capturedAt', v.captured_at, 'lastSeenAt', v.last_seen_at, 'isFirst', v.is_first,
        'added', v.added, 'removed', v.removed, 'suspicious', v.suspicious, 'reviewedAt', v.reviewed_at,
        'reviewTicket', v.review_ticket, 'labMode', v.lab_mode, 'hostNotCompared', v.host_not_compared,
        'metadata', encode(v.metadata, 'base64'),
        'isDamaged', exists (select from damaged_versions x where x.tenant_id = v.tenant_id and x.version_id = v.id),
        'isIncomplete', exists (
          select from restore_checks c
          where c.tenant_id = v.tenant_id and c.version_id = v.id and c.outcome = 'incomplete'),
        'problems', coalesce((select s.problems from snapshots s
          where s.tenant_id = v.tenant_id and s.version_id = v.id limit 1), 0),
        'snapshotId', (select s.id from snapshots s where s.tenant_id = v.tenant_id and s.version_id = v.id limit 1)
      ) as version
      from versions v
      where v.tenant_id = a.tenant_id and v.artifact_id = a.id and v.captured_at <= :at
      order by v.captured_at desc, v.id desc limit 1
    ) current on true
    left join lateral (
      select p.id from versions p
      where p.tenant_id = a.tenant_id and p.artifact_id = a.id
        and (p.captured_at, p.id) < (current.captured_at, current.id)
      order by p.captured_at desc, p.id desc limit 1
    ) previous on true
    left join lateral (
      select json_build_object('id', n.id, 'capturedAt', n.captured_at, 'isFirst', n.is_first) as version
      from versions n
      where n.tenant_id = a.tenant_id and n.artifact_id = a.id and n.captured_at > :at
      order by n.captured_at, n.id limit 1
    ) next on true
    where a.tenant_id = page.tenant_id and a.device_id = page.id
  ) lineages
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'id', r.id, 'kind', r.kind, 'status', r.status, 'trigger', r.trigger, 'requestedBy', r.requested_by,
      'queuedAt', r.queued_at, 'finishedAt', r.finished_at
    ) order by r.queued_at desc, r.id desc), '[]'::json) as list
    from (
      select j.id, j.kind, j.status, j.trigger, j.requested_by, j.queued_at, j.finished_at
      from jobs j
      where j.tenant_id = page.tenant_id and j.device_id = page.id
        and j.queued_at <= :at and j.queued_at > cast(:since as timestamptz) - interval '8 days'
        and coalesce(j.finished_at, 'infinity') > :since
      order by j.queued_at desc, j.id desc limit :most
    ) r
  ) runs
  cross join lateral (
    select coalesce(json_agg(json_build_object('id', e.id, 'type', e.type, 'severity', e.severity, 'at', e.at)
      order by e.at desc, e.id desc) filter (where e.place <= :most), '[]'::json) as list, count(*)::int as count
    from (
      select h.id, h.type, h.severity, h.at, row_number() over (order by h.at desc, h.id desc) as place
      from happened h where h.tenant_id = page.tenant_id and h.device_id = page.id
    ) e
  ) seen
  order by page.name, page.id`
