import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { portableName } from '../../shared/windows-names.ts'
import type { Download, SavedConnection } from '../bridge.ts'
import type { ReachServices } from './reach-services.ts'

export interface Downloads {
  /** @returns its id, at once */
  start(connection: SavedConnection, address: string): string
  cancel(id: string): void
  list(): Download[]
  /** The folder with the file, in the system's file manager. */
  show(id: string): void
  /** How far all that run are together, 0 to 1; null while none runs or none has said how long it is. */
  progress(): number | null
  /** Cancels what runs; half a file is not left behind. */
  stop(): Promise<void>
}

export interface DownloadsOptions {
  reach: Pick<ReachServices, 'fetch'>
  /** Where they go: the person's own folder for downloads. */
  folder: string
  showInFolder: (file: string) => void
  tell: (download: Download) => void
  /** Between two tellings of progress; the beginning and the end are always told. */
  everyMs?: number
}

/** Saves what a service sends as it comes, in a file that gets its name when it is whole: the one that the service gave it. */
export function createDownloads({ reach, folder, showInFolder, tell, everyMs = 250 }: DownloadsOptions): Downloads {
  const running = new Map<string, { cancel: AbortController; ended: Promise<void> }>()
  const known = new Map<string, Download>()
  const files = new Map<string, string>()

  const change = (id: string, what: Partial<Download>) => {
    const download = known.get(id)
    if (!download) return
    Object.assign(download, what)
    tell({ ...download })
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

/** RFC 6266: the name in any letters before the one in plain ones. */
export function nameIn(disposition: string): string {
  const extended = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition)?.[1]
  try {
    if (extended !== undefined) return decodeURIComponent(extended)
  } catch {
    // written wrongly: the plain one is left
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1') ?? ''
}

/** Nothing that lies there is overwritten: `name (2).txt`. */
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

/** The service says why, as RFC 9457 has it. */
async function refusalOf(answer: Response): Promise<string> {
  const problem: unknown = await answer.json().catch(() => null)
  if (typeof problem === 'object' && problem !== null) {
    const { detail, title } = problem as { detail?: unknown; title?: unknown }
    if (typeof detail === 'string') return detail
    if (typeof title === 'string') return title
  }
  return `${answer.status} ${answer.statusText}`.trim()
}
