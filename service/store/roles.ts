import type { Knex } from 'knex'
import { codeOf } from './database-unavailable.ts'

/** A login that may be made: its name and password. */
export interface Login {
  name: string
  password: string
}

/**
 * Makes the roles, or brings their passwords up to date. The owner of the schema and the service are plain logins: no
 * superuser, no BYPASSRLS. Both are members of coffer_platform without inheriting it: they see all rows only where they
 * say so, by SET LOCAL ROLE. An `owner` without a password is one that exists already.
 * Any number of callers may do this at once.
 */
export async function makeRoles(
  admin: Knex,
  { owner, service }: { owner: { name: string; password?: string }; service: Login },
): Promise<void> {
  await makeRole(admin, 'coffer_platform', 'nologin')
  await makeLogin(admin, service)
  if (owner.password !== undefined) await makeLogin(admin, { name: owner.name, password: owner.password })
  await admin.raw('grant coffer_platform to ??', [service.name])
  await admin.raw('grant coffer_platform to ??', [owner.name])
}

async function makeLogin(admin: Knex, { name, password }: Login) {
  await makeRole(admin, name, 'login noinherit')
  await setPassword(admin, name, password)
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
