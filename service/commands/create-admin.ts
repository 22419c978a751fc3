import type { RunInSystemTransaction } from '../domain/kernel/context.ts'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { hashPassword } from '../domain/inventory/login/password-hash.ts'
import { removeAllFactors } from '../domain/inventory/second-factors/remove-all-factors.ts'
import { type PasswordOwner, checkNewPassword } from '../domain/inventory/passwords/check-new-password.ts'
import { hasPasswordLength, passwordLength } from '../domain/inventory/passwords/password-length.ts'
import { createUser } from '../domain/inventory/users/create-user.ts'
import { updateUser } from '../domain/inventory/users/update-user.ts'
import { storePromptly } from '../domain/recovery/revocations/store-promptly.ts'
import { serviceActor } from '../domain/kernel/service-actor.ts'
import { message } from '../../shared/messages/message.ts'
import type { InstanceLock } from '../instance-lock.ts'
import type { MasterKey } from '../keys/master-key.ts'
import { openMasterKey } from '../keys/open-master-key.ts'
import { loadServiceKeys } from '../keys/service-keys.ts'
import { openStore } from '../objects/open-store.ts'
import { openBreachedPasswords } from '../passwords/breached-passwords-file.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../store/startup-error.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { User } from '../store/models/user.ts'
import { inScope } from '../store/scope.ts'
import { besideService } from './beside-service.ts'

export interface AdminOptions {
  email: string | undefined
  /** Whether an existing user gets this password and role, and is enabled. */
  replace: boolean
  askPassword: () => Promise<string>
}

/**
 * `create-admin EMAIL`: adds a platform administrator, whether or not the service runs. With `--replace` it resets an
 * existing one, and removes the second factors. The action is audited, although the operator needs the master key and so has full access. If there is
 * no master key yet, none is created.
 * @throws StartupError
 */
export async function createAdmin(settings: Settings, options: AdminOptions, log: Logger): Promise<void> {
  const { email } = options
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new StartupError('email_missing')
  const how = { command: 'create-admin', poolMax: 2 }
  return besideService(settings, log, how, async (knex, held) => {
    const masterKey = await confirmMasterKey(knex, settings, held)
    const known = await inScope(knex, { kind: 'platform' }, (trx) =>
      User.query(trx).whereRaw('lower(email) = lower(?)', [email]).first().execute(),
    )
    if (known && known.tenantId !== null) throw new StartupError('admin_is_tenant_user', { email })
    if (known && !options.replace) {
      throw new StartupError('admin_exists', { email })
    }
    const name = known?.name ?? 'Administrator'
    const passwordHash = await hashPassword(await passwordFrom(options, { email, name }, settings.breachedPasswords))
    await inScope(knex, { kind: 'platform' }, async (trx) => {
      const context = { ...serviceActor, tenantId: null, now: new Date(), trx }
      const role = 'platform_admin'
      if (known) {
        await updateUser(context, known.id, { passwordHash, role, disabled: false })
        await removeAllFactors(context, known)
      } else await createUser(context, { email, name, role, passwordHash })
    })
    if (known && masterKey) await storeRevoked(knex, settings, masterKey, log)
    log.info(`${email} can log in as platform_admin${known ? '; all former sessions have ended' : ''}`)
  })
}

/** Checks the master key; null for a database without keys, which no master key wraps yet. */
async function confirmMasterKey(knex: Knex, settings: Settings, held: InstanceLock): Promise<MasterKey | null> {
  const hasKeys = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
  if (!hasKeys) return null
  const { masterKey } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory, false)
  held.knows(masterKey)
  return masterKey
}

/**
 * Stores the revocation of the former password: the service that would do it may not be running. Never rejects because
 * of the object store.
 */
async function storeRevoked(knex: Knex, settings: Settings, masterKey: MasterKey, log: Logger): Promise<void> {
  const runInSystemTransaction: RunInSystemTransaction = (step) =>
    inScope(knex, { kind: 'platform' }, (trx) => step({ trx, now: new Date() }))
  const serviceKeys = await loadServiceKeys(knex, masterKey, new Date())
  await storePromptly({ runInSystemTransaction, store: await openStore(settings, false), serviceKeys }, log)
}

async function passwordFrom(
  { askPassword }: AdminOptions,
  owner: PasswordOwner,
  breachedFile: string | null,
): Promise<string> {
  const password = await askPassword()
  if (!hasPasswordLength(password)) {
    throw new StartupError('password_length', { length: [...password].length, ...passwordLength })
  }
  const breached = breachedFile === null ? null : openBreachedPasswords(breachedFile)
  const refusal = await checkNewPassword(password, owner, breached)
  breached?.close()
  if (refusal) throw new StartupError('password_refused', { reason: message(refusal) })
  return password
}
