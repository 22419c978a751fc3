import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { readSecrets } from '../given-secrets.ts'
import { dataOf } from '../pages.ts'
import type { Terminal } from '../terminal.ts'

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

export const addCredential = command({
  name: 'credentials add',
  summary: 'Add the secrets that open devices; nobody reads them again',
  details:
    'A secret comes from a file, or with - from a prompt that does not show it (or standard input, if it is one).',
  words: [{ name: 'NAME' }],
  options: {
    username: { type: 'string', short: 'u', value: 'ACCOUNT', tells: 'the account' },
    description: { type: 'string', value: 'TEXT', tells: 'what it is for' },
    password: { type: 'string', value: 'FILE', tells: 'the password of the account' },
    'enable-secret': { type: 'string', value: 'FILE', tells: 'the enable secret' },
    'api-token': { type: 'string', value: 'FILE', tells: 'a token or key of an API' },
    'ssh-key': { type: 'string', value: 'FILE', tells: 'a private SSH key' },
    'ssh-passphrase': { type: 'string', value: 'FILE', tells: 'the passphrase of that key' },
  },
  examples: [['coffer credentials add routers -u backup --password - --enable-secret -', 'asks for both']],
  async run({ words: [name = ''], values, connect, terminal, out }) {
    const connection = connect()
    const tenant = await connection.tenantId()
    const { username, description, ...files } = values
    const body = { name, username, description, ...(await secretsIn(files, terminal)) }
    const made = dataOf(await connection.api.POST('/api/credentials', { params: { query: { tenant } }, body }))
    await out.thing(made, () => `${made.name} is added, with ${made.secrets_set.join(', ') || 'no secret'}\n`)
  },
})

/** In the contract's names. A key ends with a line end, which belongs to it. */
async function secretsIn(files: { [name in keyof typeof secrets]?: string }, terminal: Terminal): Promise<Secrets> {
  const read = Object.entries(await readSecrets(files, terminal))
  return Object.fromEntries(
    read.map(([name, text]) => [secrets[name as keyof typeof secrets], name === 'ssh-key' ? `${text}\n` : text]),
  )
}
