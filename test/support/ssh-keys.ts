import ssh2 from 'ssh2'

/**
 * An ed25519 pair in OpenSSH's form. ssh2 1.17.0 loses the first byte of a public key that begins with zero, about one
 * in 300, and makes a key then that nobody can read: such a pair is thrown away.
 */
export function makeSshKey(passphrase?: string): { private: string; public: string } {
  for (;;) {
    const pair = passphrase
      ? ssh2.utils.generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 4 })
      : ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(pair.private, passphrase) instanceof Error)) return pair
  }
}
