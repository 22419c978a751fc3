import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** What is backed up and by whom: agents with their sessions, credentials, devices, and the fingerprints people vouch for. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table agents (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      slug text not null,
      name text not null,
      lab_mode boolean not null default false,
      public_key bytea,
      sequence bigint not null default 0,
      enrolled_at timestamptz,
      revoked_at timestamptz,
      cloned_at timestamptz,
      rewound_at timestamptz,
      refused_sequence bigint,
      last_seen_at timestamptz,
      version text,
      hostname text,
      protocol integer,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (tenant_id, id),
      unique (tenant_id, slug),
      unique (tenant_id, name)
    );

    create table enrollment_tokens (
      id uuid primary key,
      tenant_id uuid not null,
      agent_id uuid not null,
      public_key bytea not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      voided_at timestamptz,
      spent_at timestamptz,
      spent_by bytea,
      foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
    );
    create index enrollment_tokens_agent on enrollment_tokens (tenant_id, agent_id);

    create table agent_sessions (
      id uuid primary key,
      tenant_id uuid not null,
      agent_id uuid not null,
      boot_id uuid not null,
      sequence bigint not null,
      envelope_key bytea not null,
      protocol integer not null,
      version text not null,
      platforms text[] not null,
      transports text[] not null,
      slots integer not null,
      started_at timestamptz not null,
      spoke_at timestamptz,
      ended_at timestamptz,
      last_heartbeat_number bigint not null default 0,
      last_claim_number bigint not null default 0,
      window_floor bigint not null default 0,
      unique (tenant_id, id),
      foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
    );
    create index agent_sessions_live on agent_sessions (tenant_id, agent_id) where ended_at is null;
    create index agent_sessions_ended on agent_sessions (ended_at) where ended_at is not null;

    create table agent_exchanges (
      tenant_id uuid not null,
      session_id uuid not null,
      number bigint not null,
      primary key (tenant_id, session_id, number),
      foreign key (tenant_id, session_id) references agent_sessions (tenant_id, id) on delete cascade
    );

    create table credentials (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      name text not null,
      username text,
      description text,
      secrets bytea not null,
      secrets_set text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (tenant_id, id),
      unique (tenant_id, name)
    );

    create table devices (
      id uuid primary key,
      tenant_id uuid not null references tenants (id),
      name text not null,
      hostname text not null,
      platform text not null,
      transport_pref text not null default 'auto' check (transport_pref in ('auto', 'api', 'ssh')),
      schedule text not null default '',
      site text not null default '',
      tags text[] not null default '{}',
      credential_id uuid,
      credential_api_id uuid,
      credential_ssh_id uuid,
      options jsonb not null default '{}',
      staleness_hours numeric,
      retry_attempts integer not null default 1 check (retry_attempts between 0 and 5),
      retry_delay_minutes integer not null default 10 check (retry_delay_minutes between 1 and 1440),
      trust_posture text check (trust_posture in ('strict', 'tofu')),
      restore_policy text check (restore_policy in ('allow', 'deny')),
      enabled boolean not null default true,
      has_history boolean not null default false,
      decommissioned_at timestamptz,
      purge_at timestamptz,
      purged_at timestamptz,
      next_run_at timestamptz,
      stale_at timestamptz,
      last_outcome text check (last_outcome in ('changed', 'unchanged', 'partial', 'blocked', 'failed')),
      last_success_at timestamptz,
      last_job_id uuid,
      search text not null,
      standing text not null generated always as (case
        when decommissioned_at is not null then 'decommissioned'
        when not enabled then 'disabled'
        else coalesce(last_outcome, 'never') end) stored,
      success_order timestamptz not null generated always as (coalesce(last_success_at, '-infinity')) stored,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (tenant_id, id),
      foreign key (tenant_id, credential_id) references credentials (tenant_id, id),
      foreign key (tenant_id, credential_api_id) references credentials (tenant_id, id),
      foreign key (tenant_id, credential_ssh_id) references credentials (tenant_id, id)
    );
    create unique index devices_one_name on devices (tenant_id, name) where purged_at is null;
    create index devices_due on devices (next_run_at) where next_run_at is not null;
    create index devices_platform on devices (tenant_id, platform, name);
    create index devices_site on devices (tenant_id, site, name);
    create index devices_standing on devices (tenant_id, standing, name);
    create index devices_stale on devices (tenant_id, stale_at);
    create index devices_credential on devices (tenant_id, credential_id) where credential_id is not null;
    create index devices_credential_api on devices (tenant_id, credential_api_id) where credential_api_id is not null;
    create index devices_credential_ssh on devices (tenant_id, credential_ssh_id) where credential_ssh_id is not null;
    create index devices_tenant_name on devices (tenant_id, name, id);
    create index devices_tenant_success on devices (tenant_id, success_order, id);
    create index devices_tenant_created on devices (tenant_id, created_at, id);
    create index devices_name on devices (name, id);
    create index devices_success on devices (success_order, id);
    create index devices_created on devices (created_at, id);

    -- Of devices, which are never removed; to check each of sixty rows a device would be most of an import's work.
    create table device_grams (
      tenant_id uuid not null,
      gram integer not null,
      device_id uuid not null
    );
    create index device_grams_gram on device_grams (gram, tenant_id);
    create index device_grams_device on device_grams (tenant_id, device_id);

    create table device_agents (
      tenant_id uuid not null,
      device_id uuid not null,
      agent_id uuid not null,
      primary key (tenant_id, device_id, agent_id),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade,
      foreign key (tenant_id, agent_id) references agents (tenant_id, id) on delete cascade
    );
    create index device_agents_agent on device_agents (tenant_id, agent_id);

    create table fingerprints (
      id uuid primary key,
      tenant_id uuid not null,
      device_id uuid not null,
      kind text not null check (kind in ('ssh_host_key', 'tls_certificate')),
      algorithm text not null,
      host text not null,
      port integer not null,
      fingerprint text not null,
      status text not null check (status in ('pending', 'approved', 'rejected', 'superseded')),
      compared boolean not null default false,
      first_seen_at timestamptz not null,
      last_seen_at timestamptz not null,
      decided_at timestamptz,
      decided_by text,
      unique (tenant_id, device_id, kind, host, port, fingerprint),
      foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete cascade
    );
    create index fingerprints_pending on fingerprints (tenant_id, first_seen_at) where status = 'pending';
  `)
  for (const table of [
    'agents',
    'enrollment_tokens',
    'agent_sessions',
    'agent_exchanges',
    'credentials',
    'devices',
    'device_grams',
    'device_agents',
    'fingerprints',
  ]) {
    await isolate(trx, table)
  }
}
