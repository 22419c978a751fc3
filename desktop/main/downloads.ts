import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { portableName } from '../../shared/windows-names.ts'
import type { Download, SavedConnection } from '../bridge.ts'
import type { ReachServices } from './reach-services.ts'

export interface Downloads {
  /** Returns the id immediately. */
  start(connection: SavedConnection, address: string): string
  cancel(id: string): void
  list(): Download[]
  /** Shows the file in the system's file manager. */
  show(id: string): void
  /** Returns the total progress of running downloads, 0 to 1; null if none runs or no size is known. */
  progress(): number | null
  /** Cancels running downloads and deletes partial files. */
  stop(): Promise<void>
}

export interface DownloadsOptions {
  reach: Pick<ReachServices, 'fetch'>
  /** Folder of the downloads: the user's own. */
  folder: string
  showInFolder: (file: string) => void
  onChange: (download: Download) => void
  /** Minimum interval between progress events. Start and end are always reported. */
  everyMs?: number
}

/**
 * Creates the downloads. Data is written as it arrives, to a file that gets its name, the one that the service
 * specifies, when it is complete.
 */
export function createDownloads({ reach, folder, showInFolder, onChange, everyMs = 250 }: DownloadsOptions): Downloads {
  const running = new Map<string, { cancel: AbortController; ended: Promise<void> }>()
  const known = new Map<string, Download>()
  const files = new Map<string, string>()

  const change = (id: string, what: Partial<Download>) => {
    const download = known.get(id)
    if (!download) return
    Object.assign(download, what)
    onChange({ ...download })
  }

  async function fetchInto(id: string, connection: SavedConnection, address: string, signal: AbortSignal) {
    const partial = path.join(folder, `${id}.part`)
    try {
      const answer = await reach.fetch(connection, address, { signal })
      if (!answer.ok || !answer.body) return change(id, { stage: 'failed', reason: await refusalOf(answer) })
      const totalBytes = lengthOf(answer.headers)
      const name = portableName(nameIn(answer.headers.get('content-disposition') ?? ''))
      change(id, { totalBytes, name })
      fs.mkdirSync(folder, { recursive: true })
      let receivedBytes = 0
      let toldAt = -Infinity
      const count = new Transform({
        transform(chunk: Buffer, _, done) {
          receivedBytes += chunk.length
          if (performance.now() - toldAt >= everyMs) {
            toldAt = performance.now()
            change(id, { receivedBytes })
          }
          done(null, chunk)
        },
      })
      const body = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
      await pipeline(body, count, fs.createWriteStream(partial, { mode: 0o600 }), { signal })
      if (totalBytes !== null && receivedBytes !== totalBytes)
        throw new Error('the connection ended before the file did')
      const file = freeName(folder, name)
      fs.renameSync(partial, file)
      files.set(id, file)
      change(id, { stage: 'done', name: path.basename(file), receivedBytes, totalBytes: receivedBytes })
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      change(id, signal.aborted ? { stage: 'cancelled' } : { stage: 'failed', reason })
    } finally {
      fs.rmSync(partial, { force: true })
      running.delete(id)
    }
  }

  return {
    start(connection, address) {
      const id = randomUUID()
      const cancel = new AbortController()
      const nothing = { receivedBytes: 0, totalBytes: null, reason: null }
      known.set(id, { id, name: '', stage: 'running', folder, ...nothing })
      change(id, {})
      running.set(id, { cancel, ended: fetchInto(id, connection, address, cancel.signal) })
      return id
    },
    cancel: (id) => running.get(id)?.cancel.abort(),
    list: () => [...known.values()].reverse(),
    show(id) {
      const file = files.get(id)
      if (file !== undefined) showInFolder(file)
    },
    progress() {
      const sized = [...known.values()].filter((one) => one.stage === 'running' && one.totalBytes)
      if (sized.length === 0) return null
      const sum = (pick: (one: Download) => number) => sized.reduce((all, one) => all + pick(one), 0)
      return sum((one) => one.receivedBytes) / sum((one) => one.totalBytes ?? 0)
    },
    async stop() {
      const all = [...running.values()]
      for (const { cancel } of all) cancel.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}

/** RFC 6266: the encoded file name has priority over the plain one. */
export function nameIn(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1]
  try {
    if (extended !== undefined) return decodeURIComponent(extended)
  } catch {
    // invalid encoding: use the plain name
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1') ?? ''
}

/** Returns a name that does not exist yet, such as `name (2).txt`: no file is overwritten. */
function freeName(folder: string, name: string): string {
  const { name: stem, ext } = path.parse(name)
  for (let count = 1; ; count += 1) {
    const file = path.join(folder, count === 1 ? name : `${stem} (${count})${ext}`)
    if (!fs.existsSync(file)) return file
  }
}

function lengthOf(headers: Headers): number | null {
  const length = headers.get('content-encoding') === null ? headers.get('content-length') : null
  return length !== null && /^\d+$/.test(length) ? Number(length) : null
}

/** Returns the reason from the service's problem (RFC 9457). */
async function refusalOf(answer: Response): Promise<string> {
  const problem: unknown = await answer.json().catch(() => null)
  if (typeof problem === 'object' && problem !== null) {
    const { detail, title } = problem as { detail?: unknown; title?: unknown }
    if (typeof detail === 'string') return detail
    if (typeof title === 'string') return title
  }
  return `${answer.status} ${answer.statusText}`.trim()
}
