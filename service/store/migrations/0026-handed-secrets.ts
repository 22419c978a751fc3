import type { Knex } from 'knex'
import { isolate, withAllRows } from '../isolate.ts'

/**
 * Which credentials each agent was handed, for which device, and when: what to change when an agent's machine is stolen. No
 * foreign keys: the answer outlives agents and credentials, and no claim waits for a device that is edited. What ran before this step is taken from the runs, with the
 * credentials that their devices have now.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    create table handed_secrets (
      tenant_id uuid not null,
      agent_id uuid not null,
      device_id uuid not null,
      credential_id uuid not null,
      credential_name text not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (tenant_id, agent_id, device_id, credential_id)
    );
    alter table credentials add column secrets_changed_at timestamptz;
  `)
  await isolate(trx, 'handed_secrets')
  await withAllRows(trx, () =>
    trx.raw(`
      insert into handed_secrets
        (tenant_id, agent_id, device_id, credential_id, credential_name, first_at, last_at)
      select j.tenant_id, t.agent_id, j.device_id, c.id, c.name, min(t.started_at), max(t.started_at)
      from job_attempts t
        join jobs j on j.tenant_id = t.tenant_id and j.id = t.job_id
        join agents a on a.tenant_id = t.tenant_id and a.id = t.agent_id
        join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
        join credentials c on c.tenant_id = d.tenant_id
          and c.id in (d.credential_id, d.credential_api_id, d.credential_ssh_id)
      group by j.tenant_id, t.agent_id, j.device_id, c.id, c.name
    `),
  )
}
