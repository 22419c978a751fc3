/**
 * SHA-256 (FIPS 180-4). The browser's own is kept from pages that came over plain HTTP, where fingerprints are compared
 * all the same.
 */
export function sha256(message: Uint8Array): Uint8Array {
  const hash = new Uint32Array(roots(8, 1 / 2))
  const blocks = padded(message)
  const words = new Uint32Array(64)
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i += 1) words[i] = blocks.getUint32(at + i * 4)
    for (let i = 16; i < 64; i += 1) {
      const [early, late] = [words[i - 15]!, words[i - 2]!]
      const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
      const other = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
      words[i] = words[i - 16]! + one + words[i - 7]! + other
    }
    mix(hash, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  hash.forEach((word, i) => digest.setUint32(i * 4, word))
  return new Uint8Array(digest.buffer)
}

function mix(hash: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number]
  for (let i = 0; i < 64; i += 1) {
    const choice = (e & f) ^ (~e & g)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + constants[i]! + words[i]!) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word))
}

function padded(message: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  bytes.set(message)
  bytes[message.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 8, Math.floor(message.length / 0x2000_0000))
  view.setUint32(bytes.length - 4, message.length << 3)
  return view
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** The first 32 bits behind the point of the roots of the first primes. */
function roots(count: number, power: number): number[] {
  const primes: number[] = []
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number)
  }
  return primes.map((prime) => Math.floor((prime ** power % 1) * 0x1_0000_0000))
}

const constants = roots(64, 1 / 3)
