import { message } from '../../../shared/messages/message.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { findByName } from '../find-by-name.ts'
import { readSecrets } from '../given-secrets.ts'
import { dataOf, rowsOf } from '../pages.ts'
import { printableLine } from '../printable.ts'
import { requireYes, yesOption } from '../require-yes.ts'
import type { Connection } from '../connection.ts'
import type { Terminal } from '../terminal.ts'

type Credential = components['schemas']['Credential']
type Secrets = Pick<
  components['schemas']['NewCredential'],
  'password' | 'enable_secret' | 'api_token' | 'ssh_private_key' | 'ssh_key_passphrase'
>

const secrets = {
  password: 'password',
  'enable-secret': 'enable_secret',
  'api-token': 'api_token',
  'ssh-key': 'ssh_private_key',
  'ssh-passphrase': 'ssh_key_passphrase',
} as const satisfies Record<string, keyof Secrets>

type SecretName = keyof typeof secrets
const secretNames = Object.keys(secrets) as SecretName[]

const fields = {
  username: { type: 'string', short: 'u', value: 'ACCOUNT', description: 'account name' },
  description: { type: 'string', value: 'TEXT', description: 'description' },
  password: { type: 'string', value: 'FILE', description: 'file with the password of the account' },
  'enable-secret': { type: 'string', value: 'FILE', description: 'file with the enable secret' },
  'api-token': { type: 'string', value: 'FILE', description: 'file with an API token or key' },
  'ssh-key': { type: 'string', value: 'FILE', description: 'file with a private SSH key' },
  'ssh-passphrase': { type: 'string', value: 'FILE', description: 'file with the passphrase of that key' },
} as const

const credentialWord = { name: 'NAME|ID' } as const

export const credentials = command({
  name: 'credentials',
  summary: 'List credentials, without their secrets',
  words: [],
  options: {},
  examples: [['coffer credentials', 'accounts, names of their secrets, and numbers of devices']],
  async run({ connect, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    await out.list(
      rowsOf<Credential>((page) => connection.api.GET('/api/credentials', { params: { query: { tenant, ...page } } })),
      [
        { title: 'NAME', of: ({ name }) => name },
        { title: 'ACCOUNT', of: ({ username }) => username },
        { title: 'SECRETS', of: ({ secrets_set: names }) => names.join(', ') || 'MISSING' },
        { title: 'DEVICES', of: ({ devices_count: count }) => count, isNumber: true },
      ],
      'no credentials',
    )
  },
})

export const addCredential = command({
  name: 'credentials add',
  summary: 'Add a credential; its secrets cannot be read back',
  details: 'Secrets are read from files, or with - from a hidden prompt (one secret also from standard input).',
  words: [{ name: 'NAME' }],
  options: fields,
  examples: [['coffer credentials add routers -u backup --password - --enable-secret -', 'prompts for both']],
  async run({ words: [name = ''], values, connect, terminal, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const { username, description, ...files } = values
    const body = { name, username, description, ...(await secretsIn(files, terminal)) }
    const made = dataOf(await connection.api.POST('/api/credentials', { params: { query: { tenant } }, body }))
    await out.thing(made, () => line(`${made.name} added with ${made.secrets_set.join(', ') || 'no secret'}`))
  },
})

export const editCredential = command({
  name: 'credentials edit',
  summary: 'Change a credential or its secrets; the next backup uses them',
  details:
    'Other values are unchanged. Secrets are read from files, or with - from a hidden prompt. --remove deletes a secret; an empty account or description removes it.',
  words: [credentialWord],
  options: {
    ...fields,
    name: { type: 'string', value: 'NAME', description: 'another name' },
    remove: {
      type: 'string',
      multiple: true,
      value: 'SECRET',
      description: `secret to delete: ${secretNames.join(', ')}; can be repeated`,
    },
  },
  examples: [
    ['coffer credentials edit routers --password -', 'prompts for the new password'],
    ['coffer credentials edit routers --remove enable-secret', 'the other secrets are unchanged'],
  ],
  async run({ words: [named = ''], values, connect, terminal, out }) {
    const { name, username, description, remove = [], ...files } = values
    const removed = remove.map(secretNamed)
    const both = removed.find((secret) => files[secret] !== undefined)
    if (both)
      throw new CommandError(
        exitCodes.unusable,
        message('options_exclusive', { options: [`--remove ${both}`, `--${both}`] }),
      )
    if (Object.keys(values).length === 0) {
      throw new CommandError(
        exitCodes.unusable,
        message('change_missing'),
        message('run_command', { command: 'coffer credentials edit --help' }),
      )
    }
    const connection = connect()
    const params = await paramsOf(connection, named)
    const body = {
      name,
      username: username === '' ? null : username,
      description: description === '' ? null : description,
      ...(await secretsIn(files, terminal)),
      ...Object.fromEntries(removed.map((secret) => [secrets[secret], null])),
    }
    const changed = dataOf(await connection.api.PATCH('/api/credentials/{credential_id}', { params, body }))
    const left = changed.secrets_set.join(', ') || 'no secret'
    await out.thing(changed, () => line(`${changed.name} changed; it contains ${left}`))
  },
})

export const removeCredential = command({
  name: 'credentials remove',
  summary: 'Delete a credential that no device or fleet uses',
  words: [credentialWord],
  options: { yes: yesOption },
  examples: [['coffer credentials remove routers', 'asks for confirmation']],
  async run({ words: [named = ''], values, connect, terminal, out }) {
    const connection = connect()
    const params = await paramsOf(connection, named)
    const { name } = dataOf(await connection.api.GET('/api/credentials/{credential_id}', { params }))
    await requireYes(terminal, `Delete the credential ${printableLine(name)}?`, values.yes)
    await connection.api.DELETE('/api/credentials/{credential_id}', { params })
    out.notice(printableLine(`${name} deleted`))
  },
})

async function paramsOf(connection: Connection, named: string) {
  const tenant = await connection.tenantId()
  const id = await findByName(connection, 'credential', named, tenant)
  const { tenant_id: owner } = dataOf(
    await connection.api.GET('/api/credentials/{credential_id}', {
      params: { path: { credential_id: id }, query: { tenant } },
    }),
  )
  return { path: { credential_id: id }, query: { tenant: owner } }
}

function secretNamed(word: string): SecretName {
  const found = secretNames.find((name) => name === word)
  if (!found) {
    throw new CommandError(
      exitCodes.unusable,
      message('credential_secret_unknown', { secret: word }),
      message('choose_one_of', { choices: secretNames }),
    )
  }
  return found
}

/** Returns the secrets under the contract's names. A key ends with its line end. */
async function secretsIn(files: { [name in SecretName]?: string }, terminal: Terminal): Promise<Secrets> {
  const read = Object.entries(await readSecrets(files, terminal))
  return Object.fromEntries(
    read.map(([name, text]) => [secrets[name as SecretName], name === 'ssh-key' ? `${text}\n` : text]),
  )
}

function line(words: string): string {
  return `${printableLine(words)}\n`
}
