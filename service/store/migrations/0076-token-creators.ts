import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * Tokens record who created them, also those of service accounts; those of earlier versions are taken from the audit log.
 * The user may be deleted later, so the column references no row. Providers record whether their absence was reported, and
 * which values prove a second factor.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table api_tokens add created_by uuid, add created_by_email text;
    create index api_tokens_creator on api_tokens (created_by);
    alter table identity_providers add unreachable_reported_at timestamptz, add factor_values text[];
  `)
  await withAllRows(trx, async () => {
    await trx.raw(`
      update api_tokens t set created_by = a.actor_id, created_by_email = a.actor
      from audit a where a.action = 'token.create' and a.object_id = t.id and a.outcome = 'done'`)
    await trx.raw(`
      update api_tokens t set created_by = u.id, created_by_email = u.email
      from users u where t.created_by is null and u.id = t.user_id and not u.is_service_account`)
  })
}
