/** Who may log in, as a configuration has it. */
export interface PanosAccount {
  name: string
  /** Of its password; undefined where none is given. */
  hash?: string
  hasKey: boolean
  /** Has to log in by something: where nothing is shown by what, that was left out. */
  isAdministrator: boolean
  /** Logs in by a profile of authentication, or a certificate alone. */
  isElsewhere: boolean
}

/** By what an account logs in beside a password, by the name of an element of its and what stands there. */
export function loginBy(name: string, value: string): 'hasKey' | 'isElsewhere' | undefined {
  if (name === 'public-key') return 'hasKey'
  if (name === 'authentication-profile') return 'isElsewhere'
  return name === 'client-certificate-only' && value === 'yes' ? 'isElsewhere' : undefined
}

/** Accounts that are named one by one. */
const namedAccounts = 100

/** The crypt of the factory's password `admin`, in captures of several devices. */
const factoryHash = 'fnRL/G5lXVMug'

/** What a person should do about a text of which an account sees a part. */
export const useSuperuser = 'use an account with the role superuser'

const secretNames =
  /^(?:private-key|password|passphrase|secret|key|bind-password|snmp-community-string|community|authpwd|privpwd|auth-password|priv-password|md5|.+-hash)$/

/** Whether what stands under this name is secret; hashes of accounts, `phash`, are judged on their own. */
export function isSecretName(name: string): boolean {
  return secretNames.test(name)
}

/** Asterisks only; how many varies. */
export function isMask(text: string): boolean {
  return /^\*+$/.test(text)
}

/**
 * What is masked in a configuration, for its metadata and in words. One `*` is what an account without a usable password
 * has for real: cloud images log in by key (a capture of networktocode/netutils), and a base configuration of the vendor
 * has it too. So hashes are masked when every one of them is, unless all of those accounts have a key and one asterisk
 * each, and no other secret is masked. An administrator who is shown to log in by nothing at all counts like one whose
 * hash is asterisks: some roles are not given the element.
 * @param maskedSecrets how many secrets beside the accounts' hashes are asterisks
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
      ...(areHashesMasked || maskedSecrets > 0 ? [wordsOf(areHashesMasked ? stars : [], maskedSecrets)] : []),
      ...(factory.length > 0 ? [`the factory's password is that of ${listed(factory)}`] : []),
    ],
  }
}

function isLeftOut({ hash, hasKey, isAdministrator, isElsewhere }: PanosAccount): boolean {
  return isAdministrator && hash === undefined && !hasKey && !isElsewhere
}

function wordsOf(accounts: readonly PanosAccount[], secrets: number): string {
  const hashes = accounts.length > 0 ? `the password hashes of ${accounts.length} accounts (${listed(accounts)})` : ''
  const others = secrets > 0 ? `${secrets} other secrets` : ''
  return `masked are ${[hashes, others].filter(Boolean).join(' and ')}: it cannot be restored; ${useSuperuser}`
}

function namesOf(accounts: readonly PanosAccount[]): string[] {
  const left = accounts.length - namedAccounts
  const names = accounts.slice(0, namedAccounts).map(({ name }) => name)
  return left > 0 ? [...names, `${left} more`] : names
}

function listed(accounts: readonly PanosAccount[]): string {
  const names = accounts.slice(0, 10).map(({ name }) => name)
  return accounts.length > names.length ? `${names.join(', ')} and others` : names.join(', ')
}
