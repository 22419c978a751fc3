import type { Knex } from 'knex'
import { isolate } from '../isolate.ts'

/** Customers with their wrapped keys, people with their sessions, the audit log and what a request needs to be repeatable. */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table tenants (
      id uuid primary key,
      slug text not null unique,
      name text not null,
      trust_posture text check (trust_posture in ('strict', 'tofu')),
      restore_policy text check (restore_policy in ('allow', 'deny')),
      decommissioned_retention_days integer not null default 365 check (decommissioned_retention_days >= 1),
      prefix text not null unique,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );

    create table tenant_keys (
      tenant_id uuid primary key references tenants (id),
      generation integer not null,
      bundle bytea not null,
      repository_public_key bytea not null,
      created_at timestamptz not null,
      wrapped_at timestamptz not null,
      stored_at timestamptz,
      destroyed_at timestamptz
    );

    create table service_keys (
      name text primary key,
      wrapped bytea not null,
      public_key bytea,
      created_at timestamptz not null
    );

    create table settings (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null
    );

    create table users (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      email text not null,
      name text not null,
      role text not null check (role in
        ('platform_admin', 'platform_operator', 'tenant_admin', 'tenant_operator', 'tenant_readonly')),
      password_hash text not null,
      password_changed_at timestamptz not null,
      disabled_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((tenant_id is null) = (role like 'platform\\_%'))
    );
    create unique index users_email on users (lower(email));
    create index users_tenant on users (tenant_id);

    create table sessions (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      user_id uuid not null references users (id) on delete cascade,
      token_hash bytea not null unique,
      ip text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      revoked_at timestamptz
    );
    create index sessions_user on sessions (user_id);
    create index sessions_expiry on sessions (expires_at);

    -- for programs; a token of a person of the platform may be bound to one customer
    create table api_tokens (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      user_id uuid not null references users (id) on delete cascade,
      name text not null,
      role text not null check (role in
        ('platform_admin', 'platform_operator', 'tenant_admin', 'tenant_operator', 'tenant_readonly')),
      token_hash bytea not null unique,
      networks text[] not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      last_used_at timestamptz,
      check ((tenant_id is null) = (role like 'platform\\_%'))
    );
    create unique index api_tokens_name on api_tokens (user_id, lower(name));
    create index api_tokens_tenant on api_tokens (tenant_id);
    create index api_tokens_expiry on api_tokens (expires_at);

    create table login_attempts (
      id uuid primary key,
      account text not null,
      ip text not null,
      attempted_at timestamptz not null
    );
    create index login_attempts_account on login_attempts (account, attempted_at);
    create index login_attempts_account_ip on login_attempts (account, ip, attempted_at);
    create index login_attempts_ip on login_attempts (ip, attempted_at);

    create table audit (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      ts timestamptz not null,
      actor text not null,
      actor_id uuid,
      role text,
      action text not null,
      object text not null,
      object_id uuid,
      outcome text not null check (outcome in ('done', 'refused', 'failed')),
      cross_tenant boolean not null default false,
      request_id text,
      ip text,
      detail jsonb
    );
    create index audit_tenant_ts on audit (tenant_id, ts desc, id desc);
    create index audit_ts on audit (ts desc, id desc);
    create index audit_action_ts on audit (action, ts desc, id desc);
    create index audit_actor_ts on audit (actor, ts desc, id desc);
    create index audit_tenant_cross_ts on audit (tenant_id, ts desc, id desc) where cross_tenant;
    create index audit_cross_ts on audit (ts desc, id desc) where cross_tenant;

    create table idempotency_keys (
      id uuid primary key,
      tenant_id uuid references tenants (id),
      actor_id uuid not null,
      key uuid not null,
      request_hash bytea not null,
      status integer,
      answer jsonb,
      created_at timestamptz not null,
      unique nulls not distinct (tenant_id, actor_id, key)
    );
    create index idempotency_keys_created on idempotency_keys (created_at);

  `)
  await isolate(trx, 'tenants', { tenantColumn: 'id' })
  await isolate(trx, 'tenant_keys')
  await isolate(trx, 'service_keys', { platformOnly: true })
  await isolate(trx, 'settings', { platformOnly: true })
  await isolate(trx, 'users')
  await isolate(trx, 'sessions')
  await isolate(trx, 'api_tokens')
  await isolate(trx, 'login_attempts', { platformOnly: true })
  await isolate(trx, 'audit', { grants: ['select', 'insert'] })
  await isolate(trx, 'idempotency_keys')
}
