import type { Knex } from 'knex'
import { codeOf } from './database-unavailable.ts'

/** A login: without a password it keeps the one that it has, so it must exist already. */
export interface Login {
  name: string
  password?: string
}

/**
 * Makes the roles, or brings their passwords up to date. The owner of the schema and the service are plain logins: no
 * superuser, no BYPASSRLS. Both are members of coffer_platform without inheriting it: they see all rows only where they
 * say so, by SET LOCAL ROLE. Any number of callers may do this at once.
 */
export async function makeRoles(admin: Knex, { owner, service }: { owner: Login; service: Login }): Promise<void> {
  await makeRole(admin, 'coffer_platform', 'nologin')
  for (const { name, password } of [owner, service]) {
    if (password !== undefined) {
      await makeRole(admin, name, 'login noinherit')
      await setPassword(admin, name, password)
    }
    await admin.raw('grant coffer_platform to ??', [name])
  }
}

/** Roles belong to the whole server, and an advisory lock to one database: two makers meet here, and either will do. */
async function makeRole(admin: Knex, name: string, attributes: string) {
  const { rows } = await admin.raw('select from pg_roles where rolname = ?', [name])
  if (rows.length > 0) return
  try {
    await admin.raw(`create role ?? ${attributes}`, [name])
  } catch (error) {
    if (!['42710', '23505'].includes(codeOf(error) ?? '')) throw error
  }
}

/** ALTER ROLE takes no parameters, so PostgreSQL itself quotes the password. */
async function setPassword(admin: Knex, name: string, password: string) {
  const { rows } = await admin.raw(`select format('alter role %I password %L', ?::text, ?::text) as statement`, [
    name,
    password,
  ])
  await admin.raw(rows[0].statement.replaceAll('?', '\\?'))
}
