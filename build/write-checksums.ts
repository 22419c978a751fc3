import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Writes SHA256SUMS of all files below a folder, sorted by name, in the format of `sha256sum --check`. */
export function writeChecksums(folder: string): void {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const names = files.map((file) => path.relative(folder, file).split(path.sep).join('/'))
  const lines = names
    .filter((name) => name !== checksums)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(fs.readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
  fs.writeFileSync(path.join(folder, checksums), lines.join(''))
}

const checksums = 'SHA256SUMS'
