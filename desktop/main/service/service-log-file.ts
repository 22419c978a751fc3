import fs from 'node:fs'
import path from 'node:path'

/** The file to which the service writes its log. The service may outlive the program. */
export interface ServiceLogFile {
  /** Opens the file for appending and returns its present length. The caller closes the descriptor. */
  open(): { descriptor: number; from: number }
  /** Returns the last lines, oldest first; only those after `from` if given. */
  lastLines(count: number, from?: number): string[]
  /** Renames a file above the size limit to the earlier part. The service continues in an empty file. */
  roll(): void
}

const limitBytes = 8 << 20

/** Only this many bytes from the end are searched for lines. */
const tailBytes = 1 << 20

export function createServiceLogFile(file: string): ServiceLogFile {
  const sizeOf = () => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const roll = () => {
    if (sizeOf() < limitBytes) return
    fs.copyFileSync(file, `${file}.1`)
    fs.truncateSync(file, 0) // writers in append mode continue at the new end
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
