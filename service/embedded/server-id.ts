import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the id of this server, by which it recognises the agents that it runs. The data directory contains it in
 * `server-id`, which is created if it is absent or incomplete.
 */
export function readServerId(dataDirectory: string): string {
  const file = path.join(dataDirectory, 'server-id')
  const known = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : ''
  if (uuid.test(known)) return known
  const id = randomUUID()
  fs.writeFileSync(`${file}.new`, `${id}\n`, { mode: 0o600, flush: true })
  fs.renameSync(`${file}.new`, file) // a crash leaves the former file or the whole new one
  return id
}

/** Whether this server ran local agents before, and may have folders of them. */
export function hasServerId(dataDirectory: string): boolean {
  return fs.existsSync(path.join(dataDirectory, 'server-id'))
}
