/** No signs that are taken for each other when somebody reads a password out or types it from paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

const groups = 4
const groupLength = 5

/**
 * A password to hand over, as `k7mpd-w3xqa-9ffte-hc2yn`: 99 bits, above the twelve characters that the service asks for.
 * @param random as many random bytes as it is asked for
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
