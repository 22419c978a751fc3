/** Characters that are not confused when read aloud or typed from paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

const groups = 4
const groupLength = 5

/**
 * Returns a password such as `k7mpd-w3xqa-9ffte-hc2yn`: 99 bits, longer than the 15 characters that the service
 * requires.
 * @param random returns the requested number of random bytes
 */
export function newPassword(random: (length: number) => Uint8Array): string {
  const limit = 256 - (256 % signs.length)
  let text = ''
  while (text.length < groups * groupLength) {
    for (const byte of random(32)) {
      if (byte < limit && text.length < groups * groupLength) text += signs[byte % signs.length]
    }
  }
  return text.match(new RegExp(`.{${groupLength}}`, 'g'))!.join('-')
}
