import type { Algorithms } from 'ssh2'

/**
 * SSH algorithms that no modern device needs and that are offered only to a device whose option `legacy_algorithms` is
 * true, behind the strong ones. Older IOS (and virtual IOSv images to this day) has nothing else.
 */
const legacy = {
  kex: ['diffie-hellman-group-exchange-sha1', 'diffie-hellman-group14-sha1', 'diffie-hellman-group1-sha1'],
  serverHostKey: ['ssh-rsa', 'ssh-dss'],
  cipher: ['aes256-cbc', 'aes192-cbc', 'aes128-cbc', '3des-cbc'],
  hmac: ['hmac-sha1-etm@openssh.com', 'hmac-sha1', 'hmac-sha1-96', 'hmac-md5', 'hmac-md5-96'],
} as const

/** What the client offers: of the library's own list only what does not rest on SHA-1. */
export function algorithmsFor(legacyAllowed: boolean): Algorithms {
  const list = <T extends string>(weak: readonly T[]) => ({
    remove: [...weak],
    append: legacyAllowed ? [...weak] : [], // in this order: those of the own list move to its end
    prepend: [],
  })
  return {
    kex: list(legacy.kex),
    serverHostKey: list(legacy.serverHostKey),
    cipher: list(legacy.cipher),
    hmac: list(legacy.hmac),
  }
}

/** Those of the negotiated algorithms that only the legacy list has. */
export function legacyAmong(negotiated: readonly string[]): string[] {
  const weak = new Set<string>(Object.values(legacy).flat())
  return negotiated.filter((name) => weak.has(name))
}
