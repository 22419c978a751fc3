import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import type { Connection } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { slugsByTenantId } from '../find-tenant.ts'
import { readNewPassword } from '../new-password.ts'
import { shortInstant } from '../instant.ts'
import { customRoleOption, findChosenRole } from '../find-role.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'
import { roleMissing, roles, tokenColumns } from './tokens.ts'

type Schemas = components['schemas']
type User = Schemas['User']
type UserChange = Omit<Schemas['UserPatch'], 'password'> & { password?: string }

const userWord = { name: 'EMAIL' } as const
const passwordOption = {
  password: { type: 'string', value: 'FILE', description: 'file with the new password; default: prompt' },
} as const
const noPasswordChangeOption = {
  'no-password-change': { type: 'boolean', description: 'the user need not change the password at the next login' },
} as const
const keepTokensOption = {
  'keep-tokens': { type: 'boolean', description: 'keep the user’s API tokens and list them' },
} as const

export const users = command({
  name: 'users',
  summary: 'List users',
  words: [],
  options: {},
  examples: [['coffer users --tenant acme', 'users of one customer; without --tenant, all users']],
  async run({ connect, out }) {
    const connection = connect()
    const slugs = out.form === 'people' ? await slugsByTenantId(connection.api) : new Map<string, string>()
    await out.list(
      usersOf(connection),
      [
        { title: 'EMAIL', of: ({ email }) => email },
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ROLE', of: ({ role, role_name: custom }) => custom ?? role },
        { title: 'CUSTOMER', of: ({ tenant_id: id }) => (id === null ? null : (slugs.get(id) ?? id)) },
        { title: 'STATE', of: ({ disabled }) => (disabled ? 'disabled' : 'enabled') },
        { title: 'PASSWORD', of: ({ must_change_password: mustChange }) => (mustChange ? 'must be changed' : null) },
      ],
      'no users',
    )
  },
})

export const addUser = command({
  name: 'users add',
  summary: 'Add a user',
  details: `The password of the user is read from a file or a prompt. Your own password is required too, from a prompt or
from standard input without a terminal. At the first login, the user must change the password. Roles that begin with tenant_ require --tenant.`,
  words: [userWord],
  options: {
    name: { type: 'string', value: 'NAME', description: 'display name; default: the e-mail address' },
    role: { type: 'string', value: 'ROLE', oneOf: roles, description: 'role of the user' },
    ...customRoleOption,
    ...passwordOption,
    ...noPasswordChangeOption,
  },
  examples: [
    ['coffer users add bo@example.net --name Bo --role tenant_operator --tenant acme', 'prompts for the passwords'],
  ],
  async run({ words: [email = ''], values, common, terminal, connect, out }) {
    const { role } = values
    if (!role && values['custom-role'] === undefined) throw roleMissing()
    const isPlatform = role?.startsWith('platform_') ?? common.tenant === undefined
    if (role && isPlatform && common.tenant !== undefined) {
      throw new CommandError(exitCodes.unusable, message('platform_role_has_no_customer', { role }))
    }
    const connection = connect()
    const tenant = isPlatform ? undefined : await connection.tenantId()
    const chosen = (await findChosenRole(connection, values, tenant))!
    const password = await readNewPassword(values.password, email, terminal)
    const mustChange = { must_change_password: !values['no-password-change'] }
    const body = { email, name: values.name ?? email, ...chosen, password, ...mustChange }
    const added = dataOf(await connection.api.POST('/api/users', { params: { query: { tenant } }, body }))
    await out.thing(added, () => line(`${added.email} added as ${added.role_name ?? added.role}`))
  },
})

export const editUser = command({
  name: 'users edit',
  summary: 'Change the role, the name or the e-mail address of a user',
  details: 'A new role or address requires your password. Platform and tenant roles cannot be exchanged.',
  words: [userWord],
  options: {
    role: { type: 'string', value: 'ROLE', oneOf: roles, description: 'new role' },
    ...customRoleOption,
    name: { type: 'string', value: 'NAME', description: 'another name' },
    email: { type: 'string', value: 'EMAIL', description: 'new e-mail address' },
    'break-glass': {
      type: 'string',
      value: 'YES|NO',
      oneOf: ['yes', 'no'],
      description: 'may log in with the password even if the identity provider is required',
    },
  },
  examples: [['coffer users edit bo@example.net --role tenant_admin', 'takes effect at once']],
  async run({ words: [email = ''], values, connect, out }) {
    const { role, name, email: newEmail, 'break-glass': breakGlass, 'custom-role': customRole } = values
    const isBreakGlass = breakGlass === undefined ? undefined : breakGlass === 'yes'
    if ([role, customRole, name, newEmail, breakGlass].every((value) => value === undefined)) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer users edit --help' }),
      )
    }
    const connection = connect()
    const user = await findUser(connection, email)
    const chosen = await findChosenRole(connection, values, user.tenant_id ?? undefined)
    const changed = await changeUser(connection, user, { ...chosen, name, email: newEmail, break_glass: isBreakGlass })
    await out.thing(changed, () =>
      line(`${changed.email} changed: ${changed.name}, ${changed.role_name ?? changed.role}`),
    )
  },
})

export const disableUser = command({
  name: 'users disable',
  summary: 'Disable a user, including sessions and API tokens',
  words: [userWord],
  options: {},
  examples: [['coffer users disable bo@example.net', 'the account and its history remain']],
  async run({ words: [email = ''], connect, out }) {
    const changed = await change(connect(), email, { disabled: true })
    await out.thing(changed, () => `${line(`${changed.email} disabled`)}${remainingTokenLines(changed)}`)
  },
})

export const enableUser = command({
  name: 'users enable',
  summary: 'Enable a disabled user; requires your password',
  words: [userWord],
  options: {},
  examples: [['coffer users enable bo@example.net', 'the user can log in again']],
  async run({ words: [email = ''], connect, out }) {
    const changed = await change(connect(), email, { disabled: false })
    await out.thing(changed, () => line(`${changed.email} enabled`))
  },
})

export const resetPassword = command({
  name: 'users reset-password',
  summary: 'Set a new password for a user; ends the user’s sessions and revokes the API tokens',
  details: `The new password is read from a file or a prompt. Your own password is required too, from a prompt or from
standard input without a terminal. At the next login, the user must change the new password.`,
  words: [userWord],
  options: { ...passwordOption, ...noPasswordChangeOption, ...keepTokensOption },
  examples: [['coffer users reset-password bo@example.net', 'prompts for the new password and for yours']],
  async run({ words: [email = ''], values, terminal, connect, out }) {
    const connection = connect()
    const user = await findUser(connection, email)
    const password = await readNewPassword(values.password, user.email, terminal)
    const changed = await changeUser(connection, user, {
      password,
      must_change_password: !values['no-password-change'],
      keep_tokens: values['keep-tokens'],
    })
    await out.thing(changed, () => `${line(`password of ${changed.email} changed`)}${tokenLines(changed)}`)
  },
})

export const removeUser = command({
  name: 'users remove',
  summary: 'Delete a user; the audit log remains',
  words: [userWord],
  options: { yes: yesOption },
  examples: [['coffer users remove bo@example.net', 'asks first']],
  async run({ words: [email = ''], values, terminal, connect, out }) {
    const connection = connect()
    const user = await findUser(connection, email)
    await requireYes(terminal, `Delete ${user.email}?`, values.yes)
    const left = dataOf(await connection.api.DELETE('/api/users/{user_id}', { params: paramsOf(user) }))
    out.notice(printableLine(`${user.email} deleted`))
    await out.thing(left, () => remainingTokenLines(left))
  },
})

export const userSessions = command({
  name: 'users sessions',
  summary: 'List the sessions of a user',
  words: [userWord],
  options: {},
  examples: [['coffer users sessions bo@example.net', 'from where the user is logged in']],
  async run({ words: [email = ''], connect, out }) {
    const connection = connect()
    const params = paramsOf(await findUser(connection, email))
    await out.list(
      dataOf(await connection.api.GET('/api/users/{user_id}/sessions', { params })),
      [
        { title: 'SINCE', of: ({ created_at: at }: Schemas['Session']) => shortInstant(at) },
        { title: 'LAST USED', of: ({ last_used_at: at }) => shortInstant(at) },
        { title: 'EXPIRES', of: ({ expires_at: at }) => shortInstant(at) },
        { title: 'FROM', of: ({ ip }) => ip },
        { title: 'LOGGED IN WITH', of: ({ login_methods: methods }) => methods.join(' + ') },
        { title: 'ID', of: ({ id }) => id },
      ],
      'the user is not logged in',
    )
  },
})

export const userTokens = command({
  name: 'users tokens',
  summary: 'List the API tokens that a user created, also those of service accounts',
  details: 'For a deleted user, give the id: the tokens that they created for service accounts remain valid.',
  words: [{ name: 'EMAIL|ID' }],
  options: {},
  examples: [['coffer users tokens bo@example.net', 'before Bo leaves']],
  async run({ words: [named = ''], connect, out }) {
    const connection = connect()
    const createdBy = uuid.test(named) ? named : (await findUser(connection, named)).id
    await out.list(
      rowsOf<Schemas['AnyApiToken']>(async (page) => {
        const query = { tenant: await connection.tenantId(), created_by: createdBy, ...page }
        return connection.api.GET('/api/tokens', { params: { query } })
      }),
      [{ title: 'OWNER', of: ({ maker }: Schemas['AnyApiToken']) => maker?.email }, ...tokenColumns],
      'no API tokens',
    )
  },
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const endSessions = command({
  name: 'users end-sessions',
  summary: 'End all sessions of a user and revoke the API tokens',
  details: `A user who knows the password can log in again. To prevent that, disable the user or reset the password. For
another user, the command requires your password.`,
  words: [userWord],
  options: keepTokensOption,
  examples: [['coffer users end-sessions bo@example.net', 'after a laptop was lost']],
  async run({ words: [email = ''], values, connect, out }) {
    const connection = connect()
    const user = await findUser(connection, email)
    const { path, query } = paramsOf(user)
    const params = { path, query: { ...query, keep_tokens: values['keep-tokens'] } }
    const ended = dataOf(await connection.api.DELETE('/api/users/{user_id}/sessions', { params }))
    await out.thing(ended, () => `${line(`sessions of ${user.email} ended`)}${tokenLines(ended)}`)
  },
})

export const linkUser = command({
  name: 'users link',
  summary: 'Link a user to an account of the identity provider; deletes the password',
  details: `SUBJECT is the user's sub at the provider, which the audit log states for a refused login. A break-glass
account keeps its password. Requires your password.`,
  words: [userWord, { name: 'SUBJECT' }],
  options: {},
  examples: [['coffer users link bo@example.net 248289761001', 'the user then logs in with single sign-on']],
  async run({ words: [email = '', subject = ''], connect, out }) {
    const connection = connect()
    const params = paramsOf(await findUser(connection, email))
    const linked = dataOf(await connection.api.PUT('/api/users/{user_id}/provider-link', { params, body: { subject } }))
    await out.thing(linked, () => line(`${linked.email} linked to ${subject}`))
  },
})

export const resetSecondFactors = command({
  name: 'users reset-second-factors',
  summary: 'Remove the second factors of a user who lost them, and end the sessions',
  details: 'First verify the identity of the user through another channel.',
  words: [userWord],
  options: { yes: yesOption },
  examples: [['coffer users reset-second-factors bo@example.net', 'asks first, then for your password']],
  async run({ words: [email = ''], values, terminal, connect, out }) {
    const connection = connect()
    const user = await findUser(connection, email)
    await requireYes(terminal, `Remove the second factors of ${user.email}?`, values.yes)
    await connection.api.DELETE('/api/users/{user_id}/second-factors', { params: paramsOf(user) })
    out.notice(printableLine(`second factors of ${user.email} removed`))
  },
})

function usersOf(connection: Connection): AsyncGenerator<User> {
  return rowsOf<User>(async (page) => {
    const query = { tenant: await connection.tenantId(), ...page }
    return connection.api.GET('/api/users', { params: { query } })
  })
}

/**
 * Returns the user with this e-mail address, in any case, or this id.
 * @throws CommandError
 */
async function findUser(connection: Connection, named: string): Promise<User> {
  for await (const user of usersOf(connection)) {
    if (user.id === named || user.email.toLowerCase() === named.toLowerCase()) return user
  }
  throw new CommandError(
    exitCodes.notFound,
    message('name_not_found', { kind: 'user', name: named }),
    message('run_command', { command: 'coffer users' }),
  )
}

async function change(connection: Connection, named: string, body: UserChange) {
  return changeUser(connection, await findUser(connection, named), body)
}

async function changeUser({ api }: Connection, user: User, body: UserChange) {
  return dataOf(await api.PATCH('/api/users/{user_id}', { params: paramsOf(user), body }))
}

function paramsOf({ id, tenant_id: tenant }: User) {
  return { path: { user_id: id }, query: { tenant: tenant ?? undefined } }
}

function tokenLines({ tokens_revoked: revoked, tokens_kept: kept }: Schemas['RevokedTokens']): string {
  const gone = revoked.map(({ name }) => line(`API token ${name} revoked`))
  const left = kept.map(({ name }) => line(`API token ${name} remains valid`))
  return [...gone, ...left].join('')
}

function remainingTokenLines({ service_account_tokens: tokens }: Schemas['RemainingTokens']): string {
  return tokens.map((one) => line(`API token ${one.name} of ${one.service_account} remains valid (${one.id})`)).join('')
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
