import fs from 'node:fs'
import path from 'node:path'

/** A JSON file that only its owner may read. */
export interface JsonFile<Value> {
  read(): Value
  write(value: Value): void
}

/**
 * Creates access to a JSON file. Missing and invalid content reads as `otherwise`; an invalid file is renamed to
 * `….damaged`. Writes are atomic.
 * @param isValue whether parsed content has the shape of a value
 */
export function jsonFile<Value>(
  file: string,
  otherwise: Value,
  isValue: (found: unknown) => found is Value,
): JsonFile<Value> {
  return {
    read() {
      let found: unknown
      try {
        found = JSON.parse(fs.readFileSync(file, 'utf8'))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return structuredClone(otherwise)
      }
      if (isValue(found)) return found
      fs.renameSync(file, `${file}.damaged`)
      return structuredClone(otherwise)
    },
    write(value) {
      fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
      fs.writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true })
      fs.renameSync(`${file}.new`, file)
    },
  }
}
