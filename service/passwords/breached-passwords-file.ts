import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { promisify } from 'node:util'
import type { BreachedPasswords } from '../domain/inventory/passwords/check-new-password.ts'
import { StartupError } from '../store/startup-error.ts'

/** The first bytes of the file. */
export const signature = Buffer.from('coffer breached passwords 1\n')

const read = promisify(fs.read)

/** Bytes of a SHA-1 hash that the file has of each password, in ascending order. */
export const prefixLength = 8

/** An open file of breached passwords. */
export interface BreachedPasswordsFile extends BreachedPasswords {
  /** Passwords in the file. */
  count: number
  close(): void
}

/**
 * Opens a file that the command breached-passwords wrote. A search reads about 30 entries and keeps nothing in memory.
 * @throws StartupError file_unreadable, breached_passwords_invalid
 */
export function openBreachedPasswords(file: string): BreachedPasswordsFile {
  const opened = openFile(file)
  const { size } = fs.fstatSync(opened)
  const head = Buffer.alloc(signature.length)
  fs.readSync(opened, head, 0, head.length, 0)
  const count = (size - signature.length) / prefixLength
  if (!head.equals(signature) || !Number.isInteger(count)) {
    fs.closeSync(opened)
    throw new StartupError('breached_passwords_invalid', { file })
  }
  const prefixAt = async (position: number) => {
    const entry = Buffer.alloc(prefixLength)
    await read(opened, entry, 0, prefixLength, signature.length + position * prefixLength)
    return entry
  }
  return { count, contains: (password) => isAmong(count, prefixAt, password), close: () => fs.closeSync(opened) }
}

async function isAmong(count: number, prefixAt: (position: number) => Promise<Buffer>, password: string) {
  const wanted = breachHash(password).subarray(0, prefixLength)
  let [low, high] = [0, count]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const order = Buffer.compare(await prefixAt(middle), wanted)
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle
  }
  return false
}

function openFile(file: string): number {
  try {
    return fs.openSync(file, 'r')
  } catch (error) {
    throw new StartupError('file_unreadable', { file, reason: (error as Error).message })
  }
}

/** SHA-1, as in the lists of Have I Been Pwned (https://haveibeenpwned.com/API/v3#PwnedPasswords). */
export function breachHash(password: string): Buffer {
  return createHash('sha1').update(password).digest()
}
