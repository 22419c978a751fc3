import type { Knex } from 'knex'
import { codeOf } from './database-unavailable.ts'

/** A login: without a password it keeps its current one and must already exist. */
export interface Login {
  name: string
  password?: string
}

/**
 * Creates the roles, or updates their passwords. The schema owner and the service are plain logins: no superuser, no
 * BYPASSRLS. Both are members of coffer_platform, coffer_limited and coffer_customers without inheriting them: they see
 * all rows, or fewer, only after SET LOCAL ROLE.
 * Concurrent callers are safe.
 */
export async function makeRoles(admin: Knex, { owner, service }: { owner: Login; service: Login }): Promise<void> {
  await makeRole(admin, 'coffer_platform', 'nologin')
  await makeRole(admin, 'coffer_limited', 'nologin')
  await makeRole(admin, 'coffer_customers', 'nologin')
  for (const { name, password } of [owner, service]) {
    if (password !== undefined) {
      await makeRole(admin, name, 'login noinherit')
      await setPassword(admin, name, password)
    }
    await admin.raw('grant coffer_platform, coffer_limited, coffer_customers to ??', [name])
  }
}

/**
 * Roles belong to the whole server, an advisory lock to one database: two callers may conflict here, and either result
 * is correct.
 */
async function makeRole(admin: Knex, name: string, attributes: string) {
  const { rows } = await admin.raw('select from pg_roles where rolname = ?', [name])
  if (rows.length > 0) return
  try {
    await admin.raw(`create role ?? ${attributes}`, [name])
  } catch (error) {
    if (!['42710', '23505'].includes(codeOf(error) ?? '')) throw error
  }
}

/** ALTER ROLE accepts no parameters, so PostgreSQL itself quotes the password. */
async function setPassword(admin: Knex, name: string, password: string) {
  const { rows } = await admin.raw(`select format('alter role %I password %L', ?::text, ?::text) as statement`, [
    name,
    password,
  ])
  await admin.raw(rows[0].statement.replaceAll('?', '\\?'))
}
