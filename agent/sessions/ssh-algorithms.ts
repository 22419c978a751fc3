import type { Algorithms } from 'ssh2'

/**
 * SSH algorithms that no modern device needs. They are offered, after the strong ones, only to a device whose option
 * `legacy_algorithms` is true. Older IOS, and current virtual IOSv images, support nothing else.
 */
const legacy = {
  kex: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  serverHostKey: ['ssh-rsa', 'ssh-dss'],
  cipher: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1-etm@openssh.com', 'hmac-sha1', 'hmac-sha1-96', 'hmac-md5', 'hmac-md5-96'],
} as const

/** Returns the algorithms that the client offers: the library's defaults without those based on SHA-1. */
export function algorithmsFor(legacyAllowed: boolean): Algorithms {
  const list = <T extends string>(weak: readonly T[]) => ({
    remove: [...weak],
    append: legacyAllowed ? [...weak] : [], // in this order: appended defaults move to the end of the list
    prepend: [],
  })
  return {
    kex: list(legacy.kex),
    serverHostKey: list(legacy.serverHostKey),
    cipher: list(legacy.cipher),
    hmac: list(legacy.hmac),
  }
}

/** Returns the negotiated algorithms that are only in the legacy list. */
export function legacyAmong(negotiated: readonly string[]): string[] {
  const weak = new Set<string>(Object.values(legacy).flat())
  return negotiated.filter((name) => weak.has(name))
}
