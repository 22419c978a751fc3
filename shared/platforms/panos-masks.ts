import { message } from '../messages/message.ts'

/** An account in a configuration. */
export interface PanosAccount {
  name: string
  /** Hash of its password; undefined without one. */
  hash?: string
  hasKey: boolean
  /** Whether it needs a login method: if none is shown, it was omitted. */
  isAdministrator: boolean
  /** Whether it logs in through an authentication profile, or a certificate alone. */
  isElsewhere: boolean
}

/** Returns the login method of an account other than a password, from an element's name and value. */
export function loginBy(name: string, value: string): 'hasKey' | 'isElsewhere' | undefined {
  if (name === 'public-key') return 'hasKey'
  if (name === 'authentication-profile') return 'isElsewhere'
  return name === 'client-certificate-only' && value === 'yes' ? 'isElsewhere' : undefined
}

/** Maximum number of accounts that are listed by name. */
const namedAccounts = 100

/** The crypt of the factory password `admin`, from captures of several devices. */
const factoryHash = 'fnRL/G5lXVMug'

const secretNames =
  /^(?:private-key|password|passphrase|secret|key|bind-password|snmp-community-string|community|authpwd|privpwd|auth-password|priv-password|md5|.+-hash)$/

/** Returns whether the value of this name is secret. Hashes of accounts, `phash`, are checked separately. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name)
}

/** Returns whether the text has only asterisks; their number varies. */
export function isMask(text: string): boolean {
  return /^\*+$/.test(text)
}

/**
 * Describes what is masked in a configuration, for its metadata and as text. One `*` is also the real value of an
 * account without a password: cloud images log in by key (a capture of networktocode/netutils), and the vendor has a
 * base configuration with it. Hashes so count as masked if all of them are, unless all of those accounts have a key and
 * one asterisk each, and no other secret is masked. An administrator without any login method counts as masked, because
 * some roles do not receive the element.
 * @param maskedSecrets number of masked secrets besides the accounts' hashes
 */
export function describeMasks(all: readonly PanosAccount[], maskedSecrets: number) {
  const accounts = all.filter((account) => account.hash !== undefined || isLeftOut(account))
  const stars = accounts.filter(({ hash }) => hash === undefined || isMask(hash))
  const names = namesOf(stars)
  const isByKey = maskedSecrets === 0 && stars.every(({ hash, hasKey }) => hash === '*' && hasKey)
  const areHashesMasked = stars.length > 0 && stars.length === accounts.length && !isByKey
  const masked = areHashesMasked ? names : []
  const factory = accounts.filter(({ hash }) => hash === factoryHash)
  return {
    metadata: {
      ...(areHashesMasked || maskedSecrets > 0 ? { masked: { accounts: masked, secrets: maskedSecrets } } : {}),
      ...(!areHashesMasked && names.length > 0 ? { accounts_without_password: names } : {}),
    },
    warnings: [
      ...(areHashesMasked
        ? [message('warning_panos_hashes_masked', { accounts: stars.length, names: firstNames(stars) })]
        : []),
      ...(maskedSecrets > 0 ? [message('warning_panos_secrets_masked', { secrets: maskedSecrets })] : []),
      ...(factory.length > 0 ? [message('warning_factory_password', { accounts: firstNames(factory) })] : []),
    ],
  }
}

function isLeftOut({ hash, hasKey, isAdministrator, isElsewhere }: PanosAccount): boolean {
  return isAdministrator && hash === undefined && !hasKey && !isElsewhere
}

function namesOf(accounts: readonly PanosAccount[]): string[] {
  const left = accounts.length - namedAccounts
  const names = accounts.slice(0, namedAccounts).map(({ name }) => name)
  return left > 0 ? [...names, `${left} more`] : names
}

/** Returns the names that a warning lists; of more, an ellipsis follows. */
function firstNames(accounts: readonly PanosAccount[]): string[] {
  const names = accounts.slice(0, 10).map(({ name }) => name)
  return accounts.length > names.length ? [...names, '…'] : names
}
