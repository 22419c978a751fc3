import ssh2 from 'ssh2'

/**
 * Creates an ed25519 key pair in OpenSSH's format. ssh2 1.17.0 drops the first byte of a public key that begins with
 * zero, about one in 300, which makes the key unreadable: such a pair is discarded.
 */
export function makeSshKey(passphrase?: string): { private: string; public: string } {
  for (;;) {
    const pair = passphrase
      ? ssh2.utils.generateKeyPairSync('ed25519', { passphrase, cipher: 'aes256-ctr', rounds: 4 })
      : ssh2.utils.generateKeyPairSync('ed25519')
    if (!(ssh2.utils.parseKey(pair.private, passphrase) instanceof Error)) return pair
  }
}
