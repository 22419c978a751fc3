import type { components } from '../../../shared/contract/api-types.ts'
import { command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { readSecrets } from '../given-secrets.ts'
import { dataOf } from '../pages.ts'
import { parseObject } from '../parse-object.ts'
import { printableLine } from '../printable.ts'
import { readGivenFile } from '../settings.ts'

type Schemas = components['schemas']

export const showMailServer = command({
  name: 'mail-server',
  summary: 'Show the mail server of the installation, without its password',
  words: [],
  options: {},
  examples: [['coffer mail-server', 'host, port and sender']],
  async run({ connect, out }) {
    const server = dataOf(await connect().api.GET('/api/mail-server', {}))
    await out.thing(server, () => describeServer(server))
  },
})

export const setMailServer = command({
  name: 'mail-server set',
  summary: 'Set the mail server of the installation',
  details: `Reads a JSON object with the fields of the API: host, port, security (starttls or tls), username, from and
ca_certificates. Without --password, the stored password remains.`,
  words: [{ name: 'FILE' }],
  options: { password: { type: 'string', value: 'FILE', description: 'file with the password' } },
  examples: [['coffer mail-server set mail.json --password password.txt', 'replaces all settings']],
  async run({ words: [file = ''], values, terminal, connect, out }) {
    const given = parseObject(file, readGivenFile(file)) as unknown as Schemas['NewMailServer']
    const files = values.password === undefined ? {} : { password: values.password }
    const { password }: { password?: string } = await readSecrets(files, terminal)
    const body = { ...given, ...(password !== undefined && { password }) }
    const server = dataOf(await connect().api.PUT('/api/mail-server', { body }))
    await out.thing(server, () => describeServer(server))
  },
})

export const removeMailServer = command({
  name: 'mail-server remove',
  summary: 'Remove the mail server; e-mail deliveries then fail and are retried',
  words: [],
  options: {},
  examples: [['coffer mail-server remove', 'channels of the kind mail fail and retry']],
  async run({ connect, out }) {
    await connect().api.DELETE('/api/mail-server', {})
    out.notice('mail server removed')
  },
})

export const testMailServer = command({
  name: 'mail-server test',
  summary: 'Send a test e-mail; exits with 8 if the server refuses it',
  words: [{ name: 'ADDRESS' }],
  options: {},
  examples: [['coffer mail-server test admin@example.net', 'with the answer of the server']],
  async run({ words: [to = ''], connect, out }) {
    const attempt = dataOf(await connect().api.POST('/api/mail-server/test', { body: { to } }))
    await out.thing(attempt, () => `${printableLine(attempt.error ?? `sent to ${to}`)}\n`)
    return attempt.error === null ? exitCodes.done : exitCodes.notGood
  },
})

function describeServer({ host, port, security, username, from }: Schemas['MailServer']): string {
  if (host === null) return 'no mail server is set\n'
  const login = username === null ? 'no login' : `login ${username}`
  return `${printableLine(`${host}:${port} (${security}), ${login}, from ${from}`)}\n`
}
