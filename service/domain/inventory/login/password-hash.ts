import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createBoundedQueue } from '../../kernel/limits/bounded-queue.ts'

const deriveNow = promisify(argon2)

/** Each comparison occupies one of the four libuv threads that file and DNS operations also need. */
const comparisons = createBoundedQueue({ running: 2, waiting: 200 })

function derive(...parameters: Parameters<typeof deriveNow>): Promise<Buffer> {
  return comparisons.run(() => deriveNow(...parameters))
}

/** OWASP's minimum parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 }

/** Returns an argon2id (RFC 9106) PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: normal(password), nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(nonce)}$${encode(tag)}`
}

/** Whether the password matches the PHC string; the cost is the string's own. */
export async function isPassword(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc)
  if (!match) return false
  const [, memory, passes, parallelism, nonce = '', hash = ''] = match
  const wanted = Buffer.from(hash, 'base64')
  const tag = await derive('argon2id', {
    message: normal(password),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: wanted.length,
  })
  return timingSafeEqual(tag, wanted)
}

/** Compared for unknown accounts, to take the same time as for known ones. */
export const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** The same characters may be encoded in several ways, by keyboard and system (NIST SP 800-63B-4, section 3.1.1.2). */
function normal(password: string): string {
  return password.normalize('NFKC')
}

function encode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/, '')
}
