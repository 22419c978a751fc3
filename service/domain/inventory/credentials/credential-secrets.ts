import type { components } from '../../../../shared/contract/api-types.ts'
import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { Credential } from '../../../store/models/credential.ts'

export type SecretName = components['schemas']['SecretName']
export type Secrets = Partial<Record<SecretName, string>>

export const secretNames: readonly SecretName[] = [
  'password',
  'enable_secret',
  'api_token',
  'ssh_private_key',
  'ssh_key_passphrase',
]

/** Seals all secrets of a credential for its row. */
export function sealSecrets(keys: TenantKeys, credentialId: string, secrets: Secrets): Buffer {
  return sealField(keys, placeOf(credentialId), JSON.stringify(secrets))
}

/** Decrypts the secrets of a credential. Used only for the envelope of a job. */
export function openSecrets(keys: TenantKeys, credential: Credential): Secrets {
  return JSON.parse(openField(keys, placeOf(credential.id), credential.secrets).toString('utf8'))
}

/** Returns the names of the secrets that are set, in the contract's order. */
export function namesOf(secrets: Secrets): SecretName[] {
  return secretNames.filter((name) => secrets[name] !== undefined)
}

function placeOf(credentialId: string) {
  return { row: credentialId, field: 'secrets' }
}
