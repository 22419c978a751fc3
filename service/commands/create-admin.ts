import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { hashPassword } from '../domain/people/password-hash.ts'
import { createUser, updateUser } from '../domain/people/users.ts'
import { serviceActor } from '../domain/service-actor.ts'
import type { Held } from '../hold-as-replica.ts'
import { openMasterKey } from '../keys/open-master-key.ts'
import type { Settings } from '../settings.ts'
import { CannotStart } from '../store/cannot-start.ts'
import { ServiceKey } from '../store/models/service-key.ts'
import { User } from '../store/models/user.ts'
import { inScope } from '../store/scope.ts'
import { besideService } from './beside-service.ts'

export interface AdminOptions {
  email: string | undefined
  /** Somebody who is there already gets this password and role, and may log in again. */
  replace: boolean
  askPassword: () => Promise<string>
}

/** As the API asks for one, and takes one at a login. */
const [shortest, longest] = [12, 1_024]

/**
 * `create-admin EMAIL`: adds an administrator of the platform, beside the running service or without it; with `--replace`
 * one who is there gets in again. Who may start it holds the master key, and so everything: it is recorded all the same.
 * Where there is no key yet, none is made.
 * @throws CannotStart in one line
 */
export async function createAdmin(settings: Settings, options: AdminOptions, log: Logger): Promise<void> {
  const { email } = options
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) throw new CannotStart('create-admin needs an e-mail address')
  const how = { command: 'create-admin', toDo: 'add an administrator to', poolMax: 2 }
  return besideService(settings, log, how, async (knex, held) => {
    await confirmMasterKey(knex, settings, held)
    const known = await inScope(knex, { kind: 'platform' }, (trx) =>
      User.query(trx).whereRaw('lower(email) = lower(?)', [email]).first().execute(),
    )
    if (known && known.tenantId !== null) throw new CannotStart(`${email} is a person of a customer, and stays one`)
    if (known && !options.replace) {
      throw new CannotStart(`there is ${email} already: with --replace the account gets a new password, and is enabled`)
    }
    const passwordHash = await hashPassword(await passwordFrom(options))
    await inScope(knex, { kind: 'platform' }, async (trx) => {
      const call = { ...serviceActor, tenantId: null, now: new Date(), trx }
      const role = 'platform_admin'
      if (known) await updateUser(call, known.id, { passwordHash, role, disabled: false })
      else await createUser(call, { email, name: 'Administrator', role, passwordHash })
    })
    log.info(`${email} may log in as platform_admin${known ? '; whatever session there was has ended' : ''}`)
  })
}

/** Of a database that has no keys yet nobody can hold the one that wraps them. */
async function confirmMasterKey(knex: Knex, settings: Settings, held: Held): Promise<void> {
  const hasKeys = await inScope(knex, { kind: 'platform' }, (trx) => ServiceKey.query(trx).first())
  if (!hasKeys) return
  const { masterKey } = await openMasterKey(knex, settings.masterKey, settings.dataDirectory, false)
  held.knows(masterKey)
}

async function passwordFrom({ askPassword }: AdminOptions): Promise<string> {
  const password = await askPassword()
  if (password.length < shortest) throw new CannotStart(`a password has at least ${shortest} characters`)
  if (password.length > longest) throw new CannotStart(`a password has at most ${longest} characters`)
  return password
}
