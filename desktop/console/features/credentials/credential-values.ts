import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type Credential = Schemas['Credential']
export type SecretName = Schemas['SecretName']

export const secretNames = [
  'password',
  'enable_secret',
  'api_token',
  'ssh_private_key',
  'ssh_key_passphrase',
] as const satisfies readonly SecretName[]

/** What a device asks for, and the secrets that go with it; all that are set are shown whatever is chosen. */
export const kinds = {
  password: ['password', 'enable_secret'],
  key: ['ssh_private_key', 'ssh_key_passphrase', 'enable_secret', 'password'],
  token: ['api_token'],
  all: secretNames,
} as const satisfies Record<string, readonly SecretName[]>
export type Kind = keyof typeof kinds

interface Said {
  name: string
  username: string | null
  description: string | null
}

/** A credential as a form has it: a secret is what was typed, '' where nothing was. */
export interface CredentialValues {
  name: string
  username: string
  description: string
  secrets: Record<SecretName, string>
  /** Those that are set and shall be no more. */
  removed: SecretName[]
}

export function valuesOf(credential?: Credential): CredentialValues {
  return {
    name: credential?.name ?? '',
    username: credential?.username ?? '',
    description: credential?.description ?? '',
    secrets: { password: '', enable_secret: '', api_token: '', ssh_private_key: '', ssh_key_passphrase: '' },
    removed: [],
  }
}

/** The kind that the secrets of a credential are of. */
export function kindOf({ secrets_set: set }: Pick<Credential, 'secrets_set'>): Kind {
  if (set.length === 0) return 'all'
  return (
    (['password', 'token', 'key'] as const).find((kind) => set.every((name) => includes(kinds[kind], name))) ?? 'all'
  )
}

/** Which secrets a form asks for. */
export function shownSecrets(kind: Kind, set: readonly SecretName[]): SecretName[] {
  return secretNames.filter((name) => includes(kinds[kind], name) || set.includes(name))
}

/** All that was said; a secret of a kind that was not chosen is not sent. */
export function bodyOf(
  values: CredentialValues,
  shown: readonly SecretName[],
): Said & Partial<Record<SecretName, string>> {
  return {
    name: values.name.trim(),
    username: values.username.trim() || null,
    description: values.description.trim() || null,
    ...typedOf(values, shown),
  }
}

/** Only what differs: a secret that nothing was typed for stays as it is, one that was removed is null. */
export function changeOf(
  credential: Credential,
  values: CredentialValues,
  shown: readonly SecretName[],
): Partial<Said & Record<SecretName, string | null>> {
  const { name, username, description } = bodyOf(values, [])
  return {
    ...(name !== credential.name && { name }),
    ...(username !== credential.username && { username }),
    ...(description !== credential.description && { description }),
    ...Object.fromEntries(values.removed.map((secret) => [secret, null])),
    ...typedOf(values, shown),
  }
}

/**
 * What will be missing: a passphrase without its key, or no secret at all. A key that a file ends with is kept as it is.
 */
export function doubtsOf(values: CredentialValues, set: readonly SecretName[]): ('no-secret' | 'no-key')[] {
  const { secrets, removed } = values
  const has = (name: SecretName) => secrets[name] !== '' || (set.includes(name) && !removed.includes(name))
  if (!secretNames.some(has)) return ['no-secret']
  return has('ssh_key_passphrase') && !has('ssh_private_key') ? ['no-key'] : []
}

function typedOf({ secrets }: CredentialValues, shown: readonly SecretName[]): Partial<Record<SecretName, string>> {
  return Object.fromEntries(shown.flatMap((name) => (secrets[name] === '' ? [] : [[name, secrets[name]]])))
}

function includes(names: readonly SecretName[], name: SecretName): boolean {
  return names.includes(name)
}
