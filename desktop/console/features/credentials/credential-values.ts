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

/** Kinds of logins and their secrets. All stored secrets are shown for every kind. */
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

/** Values of the credential form: a secret is the typed text, '' if nothing was typed. */
export interface CredentialValues {
  name: string
  username: string
  description: string
  secrets: Record<SecretName, string>
  /** Stored secrets to remove. */
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

/** Returns the kind of login for a credential's secrets. */
export function kindOf({ secrets_set: set }: Pick<Credential, 'secrets_set'>): Kind {
  if (set.length === 0) return 'all'
  return (
    (['password', 'token', 'key'] as const).find((kind) => set.every((name) => includes(kinds[kind], name))) ?? 'all'
  )
}

/** Returns the secrets that a form shows. */
export function shownSecrets(kind: Kind, set: readonly SecretName[]): SecretName[] {
  return secretNames.filter((name) => includes(kinds[kind], name) || set.includes(name))
}

/** Returns the request body. Secrets of other kinds are omitted. */
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

/** Returns only the changes: an empty secret is unchanged, a removed one is null. */
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

/** Returns warnings: a passphrase without a key, or no secret at all. A key keeps its final line end. */
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
