import fs from 'node:fs'
import { stdin } from 'node:process'
import ssh2 from 'ssh2'
import { askHidden } from '../commands/ask-hidden.ts'
import { unusable } from '../exit-codes.ts'
import type { CredentialSecrets } from '../job-spec.ts'

const names = ['password', 'enable_secret', 'api_token', 'ssh_private_key', 'ssh_key_passphrase'] as const
type SecretName = (typeof names)[number]

/**
 * Reads the secrets of a login from the sources that `--secret NAME=PLACE` names: `ask` (a prompt that does not show
 * it), `fd:N` (a descriptor, read to its end) or `file:PATH`. The command line and the environment are not sources,
 * because others can read them. Asks for a password if no secret is given.
 * @throws CommandError with a message for the user, without the secret
 */
export async function readGivenSecrets(username: string, given: readonly string[]): Promise<CredentialSecrets> {
  const secrets: CredentialSecrets = { username }
  for (const one of given.length > 0 ? given : ['password=ask']) {
    const [name = '', place = ''] = divided(one)
    if (!isSecretName(name)) throw unusable('secret_name_unknown', { secret: name, choices: names })
    secrets[name] = (await readFrom(name, place)).replace(/\r?\n$/, '')
  }
  if (secrets.ssh_key_passphrase === undefined && needsPassphrase(secrets.ssh_private_key)) {
    secrets.ssh_key_passphrase = await askPassphrase()
  }
  return secrets
}

/** ssh2 reports an encrypted key only by its error text (tested with 1.17.0). */
function needsPassphrase(key: string | undefined): boolean {
  const parsed: unknown = key === undefined ? undefined : ssh2.utils.parseKey(key)
  return parsed instanceof Error && /passphrase/i.test(parsed.message)
}

function askPassphrase(): Promise<string> {
  if (stdin.isTTY) return askHidden('ssh_key_passphrase')
  throw unusable('key_passphrase_missing')
}

function divided(one: string): [string, string] {
  const at = one.indexOf('=')
  return at < 0 ? [one, ''] : [one.slice(0, at), one.slice(at + 1)]
}

function isSecretName(name: string): name is SecretName {
  return (names as readonly string[]).includes(name)
}

async function readFrom(name: SecretName, place: string): Promise<string> {
  if (place === 'ask') {
    if (!stdin.isTTY) throw unusable('secret_prompt_impossible', { secret: name })
    return askHidden(name)
  }
  const [, kind, where] = /^(fd|file):(.+)$/.exec(place) ?? []
  if (kind === undefined || where === undefined || (kind === 'fd' && !/^\d{1,4}$/.test(where))) {
    throw unusable('secret_place_invalid', { secret: name })
  }
  try {
    return fs.readFileSync(kind === 'fd' ? Number(where) : where, 'utf8')
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? ''
    throw unusable('secret_unreadable', { secret: name, place: `${kind}:${where}`, reason })
  }
}
