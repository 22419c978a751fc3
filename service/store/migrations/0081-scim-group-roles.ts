import type { Knex } from 'knex'
import { withAllRows } from '../isolate.ts'

/**
 * Accounts that SCIM manages store the role that their groups gave, so that it ends with the mapping too. Tokens that provision
 * users store the built-in role of their maker: a later version may add permissions to it.
 */
export async function up(trx: Knex.Transaction): Promise<void> {
  await trx.raw(`
    alter table scim_users add group_role text, add group_role_id uuid;
    alter table api_tokens add grantable_role text;
  `)
  await withAllRows(trx, async () => {
    await trx.raw(`
      update scim_users s set group_role = u.role, group_role_id = u.role_id
      from users u
      where u.id = s.user_id and s.deleted_at is null and (u.role_id is not null or u.role not in ('platform_custom', 'tenant_custom'))
        and exists (
          select from scim_group_members m
          join scim_groups g on g.id = m.group_id
          join identity_providers p on p.id = g.provider_id
          cross join jsonb_array_elements(p.role_mappings) r
          where m.user_id = s.user_id and r ->> 'claim' = 'groups' and r ->> 'value' = g.display_name
        )`)
  })
}
