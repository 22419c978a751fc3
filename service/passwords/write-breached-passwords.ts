import fs from 'node:fs'
import { StartupError } from '../store/startup-error.ts'
import { breachHash, prefixLength, signature } from './breached-passwords-file.ts'

/** A list of breached passwords. */
export interface PasswordList {
  file: string
  /** `hashes`: lines `SHA1:COUNT` in ascending order. `passwords`: a password in each line. */
  format: 'hashes' | 'passwords'
  /** Hashes that breaches have less often are left out. */
  minimumCount: number
}

/** Prefixes written at once. */
const blockLength = 131_072

/**
 * Writes the prefixes of the list's hashes to `target`, which it replaces when they are complete and synced.
 * @returns their number
 * @throws StartupError breached_line_invalid, file_unreadable
 */
export async function writeBreachedPasswords(list: PasswordList, target: string): Promise<number> {
  const partial = `${target}.partial`
  fs.rmSync(partial, { force: true })
  const handle = await fs.promises.open(partial, 'wx', 0o644)
  try {
    await handle.writeFile(signature)
    const prefixes = list.format === 'hashes' ? readHashes(list) : await sortPasswords(list)
    const count = await writeBlocks(handle, prefixes)
    await handle.sync()
    await handle.close()
    fs.renameSync(partial, target)
    return count
  } catch (error) {
    await handle.close()
    fs.rmSync(partial, { force: true })
    throw error
  }
}

async function writeBlocks(handle: fs.promises.FileHandle, prefixes: AsyncIterable<bigint> | Iterable<bigint>) {
  const block = Buffer.alloc(blockLength * prefixLength)
  let [count, filled] = [0, 0]
  let last: bigint | null = null
  for await (const prefix of prefixes) {
    if (prefix === last) continue
    last = prefix
    block.writeBigUInt64BE(prefix, filled * prefixLength)
    filled += 1
    count += 1
    if (filled < blockLength) continue
    await handle.writeFile(block)
    filled = 0
  }
  await handle.writeFile(block.subarray(0, filled * prefixLength))
  return count
}

async function* readHashes({ file, minimumCount }: PasswordList): AsyncGenerator<bigint> {
  let last = -1n
  let number = 0
  for await (const line of linesOf(file)) {
    number += 1
    if (line === '') continue
    const [, digits, seen] = /^([0-9a-f]{16})[0-9a-f]{24}(?::(\d+))?\s*$/i.exec(line) ?? []
    const prefix = BigInt(`0x${digits ?? 0}`)
    if (digits === undefined || prefix < last) throw new StartupError('breached_line_invalid', { file, number })
    last = prefix
    if (Number(seen ?? minimumCount) >= minimumCount) yield prefix
  }
}

async function sortPasswords({ file }: PasswordList): Promise<BigUint64Array> {
  let prefixes = new BigUint64Array(1_024)
  let count = 0
  for await (const line of linesOf(file)) {
    if (line === '') continue
    if (count === prefixes.length) {
      const larger = new BigUint64Array(2 * count)
      larger.set(prefixes)
      prefixes = larger
    }
    prefixes[count] = breachHash(line.normalize('NFKC')).readBigUInt64BE(0)
    count += 1
  }
  return prefixes.subarray(0, count).sort()
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await fs.promises.open(file).catch((error: unknown) => {
    throw new StartupError('file_unreadable', { file, reason: (error as Error).message })
  })
  yield* handle.readLines({ highWaterMark: 1_048_576 })
}
