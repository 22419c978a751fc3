import { randomBytes, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { hashPassword } from './domain/inventory/login/password-hash.ts'
import { createTenant, prepareTenant } from './domain/inventory/tenants/create-tenant.ts'
import type { ActionContext } from './domain/kernel/context.ts'
import { recordAudit } from './domain/kernel/audit/record-audit.ts'
import { serviceActor } from './domain/kernel/service-actor.ts'
import type { Dependencies } from './dependencies.ts'
import { Agent } from './store/models/agent.ts'
import { Tenant } from './store/models/tenant.ts'
import { User } from './store/models/user.ts'
import { inScope } from './store/scope.ts'

type FirstStart = Pick<Dependencies, 'settings' | 'knex' | 'keys' | 'masterKey' | 'store' | 'now'>

/** Runs an action as the service itself, across all tenants. */
export function asService<T>(
  dependencies: Pick<Dependencies, 'knex' | 'keys' | 'now'>,
  work: (context: ActionContext) => PromiseLike<T>,
): Promise<T> {
  return inScope(dependencies.knex, { kind: 'platform' }, (trx) =>
    work({ ...serviceActor, tenantId: null, now: dependencies.now(), trx, keys: dependencies.keys }),
  )
}

/**
 * Creates the first administrator if no user exists. The password comes from the settings, or is generated and stored
 * in `initial-admin-password` (mode 0600) in the data directory. Creates no administrator after an older database was
 * restored whose users were all deleted since: removed users may know the initial password.
 * @returns the path of that file while its password is still valid; otherwise null
 */
export async function ensureAdministrator(dependencies: FirstStart): Promise<string | null> {
  const { admin, dataDirectory } = dependencies.settings
  const file = path.join(dataDirectory, 'initial-admin-password')
  const found = await asService(dependencies, async (call) => ({
    anybody: (await User.query(call.trx).first()) ?? (await call.trx('revocations').where({ kind: 'user' }).first()),
    untouched: await User.query(call.trx)
      .findOne({ tenantId: null, email: admin.email })
      .whereColumn('passwordChangedAt', 'createdAt'),
  }))
  if (found.anybody) return found.untouched && fs.existsSync(file) ? file : null
  const password = admin.password ?? keptPassword(file)
  const passwordHash = await hashPassword(password)
  await asService(dependencies, async (call) => {
    const id = randomUUIDv7()
    const { now } = call
    const made = await User.query(call.trx)
      .insert({
        id,
        tenantId: null,
        email: admin.email,
        name: 'Administrator',
        role: 'platform_admin',
        passwordHash,
        passwordChangedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .onConflict()
      .ignore()
      .returning('id')
    if (made) await recordAudit(call, 'user.create', { kind: 'user', id, detail: { email: admin.email } })
  })
  return admin.password === null ? file : null
}

/**
 * Returns the password stored on disk. It is written before it takes effect, so that a crash leaves no account with an
 * unknown password.
 */
function keptPassword(file: string): string {
  if (fs.existsSync(file)) return fs.readFileSync(file, 'utf8').trim()
  const password = randomBytes(18).toString('base64url')
  fs.writeFileSync(file, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
  return password
}

/**
 * Creates the tenant `default` and its agent `local` if no tenant exists. They are not changed later: a revoked or
 * deleted agent is not created again.
 * @param serverId the server that runs the agent
 */
export async function ensureLocalAgent(dependencies: FirstStart, serverId: string): Promise<void> {
  if (await asService(dependencies, (call) => Tenant.query(call.trx).first())) return
  const wanted = { slug: 'default', name: 'Default' }
  const prepared = await prepareTenant(dependencies.masterKey, dependencies.store, wanted, dependencies.now())
  await asService(dependencies, async (call) => {
    const tenant = await createTenant(call, prepared, wanted)
    const agentId = randomUUIDv7()
    await Agent.query(call.trx).insert({
      id: agentId,
      tenantId: tenant.id,
      slug: 'local',
      name: 'local',
      localServerId: serverId,
      createdAt: call.now,
      updatedAt: call.now,
    })
    await recordAudit(call, 'agent.create', {
      kind: 'agent',
      id: agentId,
      tenantId: tenant.id,
      detail: { slug: 'local' },
    })
  })
}
