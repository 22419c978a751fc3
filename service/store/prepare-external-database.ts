import type { Knex } from 'knex'
import { StartupError } from './startup-error.ts'
import { createKnex } from './connect.ts'
import { DatabaseUnavailable, asDatabaseUnavailable } from './database-unavailable.ts'
import { makeRoles } from './roles.ts'

/**
 * Ensures that an external PostgreSQL has the roles that Coffer needs, before the migrations. `ownerUrl`: the login
 * that owns the schema; if it may create roles, missing ones are created with the password of `serviceUrl`. Existing
 * roles keep their passwords. `mayMake`: false only checks.
 * @throws StartupError with the SQL that an administrator of that server must run
 */
export async function prepareExternalDatabase(ownerUrl: string, serviceUrl: string, mayMake = true): Promise<void> {
  const service = loginOf(serviceUrl)
  const owner = loginOf(ownerUrl)
  if (service.name !== 'coffer_service') {
    throw new StartupError('service_login_wrong', { login: service.name })
  }
  if (owner.name === service.name) {
    throw new StartupError('owner_login_is_service')
  }
  await connected('BKP_DATABASE_OWNER_URL', ownerUrl, (knex) => prepareRoles(knex, owner.name, service, mayMake))
  await connected('BKP_DATABASE_URL', serviceUrl, (knex) => knex.raw('select 1'))
}

const oldestVersion = 150_000

async function connected(variable: string, url: string, work: (knex: Knex) => Promise<unknown>): Promise<void> {
  const knex = createKnex(url, { application: 'setup', poolMax: 1 })
  try {
    await work(knex)
  } catch (error) {
    if (error instanceof StartupError) throw error
    const known = asDatabaseUnavailable(error)
    const reason = known instanceof DatabaseUnavailable ? known.driverReason : (error as Error).message
    throw new StartupError('database_connection_failed', { variable, reason }, { cause: error })
  } finally {
    await knex.destroy()
  }
}

interface State {
  version: number
  admin: boolean
  platform: boolean
  limited: boolean
  customers: boolean
  service: boolean
  service_joined: boolean
  owner_joined: boolean
  may_create: boolean
  may_use: boolean
}

async function prepareRoles(
  knex: Knex,
  owner: string,
  service: { name: string; password: string },
  mayMake: boolean,
): Promise<void> {
  const state = await readState(knex)
  if (state.version < oldestVersion) {
    const [version, min] = [state.version, oldestVersion].map((number) => String(Math.floor(number / 10_000)))
    throw new StartupError('postgres_too_old', { version: version!, min: min! })
  }
  if (mayMake && state.admin && rolesMissing(state, owner).length > 0) {
    const password = state.service ? undefined : service.password
    await makeRoles(knex, { owner: { name: owner }, service: { name: service.name, password } })
  }
  const left = await readState(knex)
  const missing = [...rolesMissing(left, owner), ...rightsMissing(left, owner)]
  if (missing.length === 0) return
  throw new StartupError('database_rights_missing', { statements: `${missing.join('; ')};` })
}

async function readState(knex: Knex): Promise<State> {
  const { rows } = await knex.raw(`
    select current_setting('server_version_num')::int as version,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as admin,
      platform.oid is not null as platform,
      limited.oid is not null as limited,
      customers.oid is not null as customers,
      service.oid is not null as service,
      coalesce(pg_has_role(service.oid, platform.oid, 'member')
           and pg_has_role(service.oid, limited.oid, 'member')
           and pg_has_role(service.oid, customers.oid, 'member'), false) as service_joined,
      coalesce(pg_has_role(current_user, platform.oid, 'member')
           and pg_has_role(current_user, limited.oid, 'member')
           and pg_has_role(current_user, customers.oid, 'member'), false) as owner_joined,
      has_schema_privilege(current_user, 'public', 'create') as may_create,
      coalesce(has_schema_privilege(service.oid, 'public', 'usage')
           and has_schema_privilege(platform.oid, 'public', 'usage')
           and has_schema_privilege(limited.oid, 'public', 'usage')
           and has_schema_privilege(customers.oid, 'public', 'usage'), false) as may_use
    from (values (1)) as one
      left join pg_roles platform on platform.rolname = 'coffer_platform'
      left join pg_roles limited on limited.rolname = 'coffer_limited'
      left join pg_roles customers on customers.rolname = 'coffer_customers'
      left join pg_roles service on service.rolname = 'coffer_service'`)
  return rows[0]
}

/** Roles that owner and service switch to. */
const joined = 'coffer_platform, coffer_limited, coffer_customers'

function rolesMissing(state: State, owner: string): string[] {
  return [
    ...(state.platform ? [] : ['create role coffer_platform nologin']),
    ...(state.limited ? [] : ['create role coffer_limited nologin']),
    ...(state.customers ? [] : ['create role coffer_customers nologin']),
    ...(state.service ? [] : [`create role coffer_service login noinherit password '<that of BKP_DATABASE_URL>'`]),
    ...(state.service_joined ? [] : [`grant ${joined} to coffer_service`]),
    ...(state.owner_joined ? [] : [`grant ${joined} to ${identifier(owner)}`]),
  ]
}

function rightsMissing(state: State, owner: string): string[] {
  return [
    ...(state.may_create ? [] : [`grant create on schema public to ${identifier(owner)}`]),
    ...(state.may_use ? [] : [`grant usage on schema public to coffer_service, ${joined}`]),
  ]
}

function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

function loginOf(url: string): { name: string; password: string } {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}
