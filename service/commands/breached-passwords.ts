import path from 'node:path'
import type { Logger } from 'pino'
import { writeBreachedPasswords } from '../passwords/write-breached-passwords.ts'
import { StartupError } from '../store/startup-error.ts'
import type { CommandLine } from './read-command-line.ts'

/**
 * `breached-passwords FILE --from LIST`: writes the file for BKP_BREACHED_PASSWORDS. It needs neither the database nor
 * the master key, so it can run on another computer.
 * @throws StartupError
 */
export async function runBreachedPasswords(
  target: string | undefined,
  { from, passwords, 'minimum-count': minimum }: CommandLine['options'],
  log: Logger,
): Promise<void> {
  if (target === undefined || typeof from !== 'string') throw new StartupError('breached_files_missing')
  const minimumCount = minimum === undefined ? 1 : Number(minimum)
  if (!Number.isSafeInteger(minimumCount) || minimumCount < 1) {
    throw new StartupError('breached_minimum_invalid', { value: String(minimum) })
  }
  const format = passwords === true ? 'passwords' : 'hashes'
  const count = await writeBreachedPasswords({ file: path.resolve(from), format, minimumCount }, path.resolve(target))
  log.info(`${count} breached passwords in ${path.resolve(target)}; set BKP_BREACHED_PASSWORDS to it and restart`)
}
