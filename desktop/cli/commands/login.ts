import path from 'node:path'
import { message } from '../../../shared/messages/message.ts'
import { type Api, createApi } from '../../console/client/api.ts'
import { askFactor } from '../ask-factor.ts'
import { awaitCode } from '../await-code.ts'
import { command } from '../command.ts'
import { reach, whichUrl } from '../connection.ts'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { shortInstant } from '../instant.ts'
import { dataOf } from '../pages.ts'
import type { Output } from '../output.ts'
import { type ClientSettings, readGivenFile, readUrl } from '../settings.ts'
import { readSessions, writeSessions } from '../session-file.ts'
import type { Terminal } from '../terminal.ts'

export const login = command({
  name: 'login',
  summary: 'Log in to a service',
  details: `Asks for the password, or reads it from standard input without a terminal. The session is stored in
the desktop's keyring if there is one, otherwise in a file that only you can read. All commands use it until
it ends. If your account has a second factor, it also asks for a code of your authenticator app or a recovery
code, which needs a terminal; programs use an API token instead. With --sso, it shows an address and a code: log in
there in a browser, on any computer, with your identity provider, a passkey or a password, and confirm the code.`,
  words: [{ name: 'URL', optional: true }],
  options: {
    email: { type: 'string', value: 'EMAIL', description: 'e-mail address of your account; default: prompt' },
    sso: { type: 'boolean', description: 'use a browser to log in, for example with your identity provider' },
    'password-file': { type: 'string', value: 'FILE', description: 'file with the password; default: prompt' },
  },
  examples: [
    ['coffer login https://coffer.example.net', 'prompts for e-mail address and password'],
    ['coffer login https://coffer.example.net --email me@example.net < password', 'password from standard input'],
    ['coffer login https://coffer.example.net --sso', 'shows a code to confirm in a browser'],
  ],
  async run({ words, values, common, settings, terminal, out }) {
    const url = words[0] ? readUrl(words[0]) : whichUrl(settings, common)
    if (!url)
      throw new CommandError(
        exitCodes.unusable,
        message('service_address_missing'),
        message('example_value', { example: 'coffer login https://coffer.example.net' }),
      )
    const secret = values.sso ? 'session token' : 'password'
    if (isInTheOpen(url)) out.notice(`warning: the ${secret} is sent to ${new URL(url).host} unencrypted: use https`)
    if (values.sso && (values.email ?? values['password-file']) !== undefined)
      throw new CommandError(
        exitCodes.unusable,
        message('options_exclusive', { options: ['--sso', '--email', '--password-file'] }),
      )
    const kept = readSessions(settings.folder)
    const known = kept.sessions[url]
    const caFile = common['ca-file'] ?? settings.caFile ?? known?.ca_file
    let token: string | null = null
    const api = createApi(url, () => token, reach(settings, caFile, common, out))
    const session = values.sso
      ? await logInByCode(api, out)
      : await logInByPassword(api, terminal, {
          email: values.email,
          known: known?.email,
          file: values['password-file'],
        })
    token = session.token
    const { expires_at } = session
    const { email, password_change_required: mustChange } = dataOf(await api.GET('/api/auth/me'))
    const isInKeyring = storeInKeyring(settings, url, token, out)
    const own = { token: isInKeyring ? null : token, email, expires_at }
    const stored = { ...own, ...(caFile && { ca_file: path.resolve(caFile) }) }
    writeSessions(settings.folder, { current: url, sessions: { ...kept.sessions, [url]: stored } })
    out.notice(`logged in to ${url} as ${email} until ${shortInstant(expires_at)}`)
    if (mustChange) {
      out.notice(
        'Change your password before any other command: run `coffer password`. Another person set it, or it is in a list of breached passwords.',
      )
    }
    if (settings.token) out.notice('note: COFFER_TOKEN is set and takes precedence')
  },
})

/** @param given the address and the password's file of the command line; `known`: the address of the last login */
async function logInByPassword(
  api: Api,
  terminal: Terminal,
  given: { email: string | undefined; known: string | undefined; file: string | undefined },
) {
  const email = given.email ?? (await askEmail(terminal, given.known))
  const password = await passwordOf(given.file, terminal, email)
  const answer = dataOf(await api.POST('/api/auth/login', { body: { email, password } }))
  return 'challenge' in answer ? completeLogin(api, answer.challenge, terminal) : answer
}

function logInByCode(api: Api, out: Output) {
  return awaitCode(
    {
      begin: async (body) => dataOf(await api.POST('/api/auth/codes', { body })),
      complete: async (body) => dataOf(await api.POST('/api/auth/codes/complete', { body })),
    },
    out,
  )
}

/** @throws CommandError without a terminal */
async function completeLogin(api: Api, challenge: string, terminal: Terminal) {
  const proof = await askFactor(terminal)
  return dataOf(await api.POST('/api/auth/login/second-factor', { body: { challenge, ...proof } }))
}

/**
 * Stores a token in the keyring and reads it back.
 * @returns whether the keyring has the token
 */
function storeInKeyring(settings: ClientSettings, url: string, token: string, out: Output): boolean {
  const keyring = settings.openKeyring()
  if (!keyring) return false
  if (keyring.put(url, token) && keyring.get(url) === token) return true
  out.notice('note: the keyring is unavailable; the session is stored in a file that only you can read')
  return false
}

function isInTheOpen(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}

async function askEmail(terminal: Terminal, known: string | undefined): Promise<string> {
  if (!terminal.isInteractive) throw new CommandError(exitCodes.unusable, message('email_prompt_impossible'))
  const said = (await terminal.ask(known ? `E-mail (${known}): ` : 'E-mail: ')).trim() || known
  if (!said) throw new CommandError(exitCodes.unusable, message('nothing_entered'))
  return said
}

async function passwordOf(file: string | undefined, terminal: Terminal, email: string): Promise<string> {
  const password = file ? readGivenFile(file).replace(/\r?\n$/, '') : await terminal.askSecret(`Password of ${email}`)
  if (!password) throw new CommandError(exitCodes.unusable, message('password_is_empty'))
  return password
}
