import fs from 'node:fs'
import path from 'node:path'

/** The file that the service writes its log into by itself, so that it may outlive the program. */
export interface ServiceLogFile {
  /** A descriptor to append with, and where what follows begins. The caller closes it. */
  open(): { descriptor: number; from: number }
  /** The last lines, oldest first; only those behind `from` where that is given. */
  lastLines(count: number, from?: number): string[]
  /** A file that has grown too long becomes the earlier part; the service goes on writing at the beginning of a new one. */
  roll(): void
}

const limitBytes = 8 << 20

/** Lines are looked for in no more than this from the end. */
const tailBytes = 1 << 20

export function createServiceLogFile(file: string): ServiceLogFile {
  const sizeOf = () => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const roll = () => {
    if (sizeOf() < limitBytes) return
    fs.copyFileSync(file, `${file}.1`)
    fs.truncateSync(file, 0) // whoever has it open for appending writes on at the new end
  }
  return {
    roll,
    open() {
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      roll()
      return { from: sizeOf(), descriptor: fs.openSync(file, 'a', 0o600) }
    },
    lastLines(count, from = 0) {
      const size = sizeOf()
      const begin = Math.max(from > size ? 0 : from, size - tailBytes)
      if (size === 0 || begin === size) return []
      const bytes = Buffer.alloc(size - begin)
      const descriptor = fs.openSync(file, 'r')
      try {
        fs.readSync(descriptor, bytes, 0, bytes.length, begin)
      } finally {
        fs.closeSync(descriptor)
      }
      const lines = bytes.toString('utf8').split('\n')
      if (lines.at(-1) === '') lines.pop()
      return lines.slice(-count)
    },
  }
}
