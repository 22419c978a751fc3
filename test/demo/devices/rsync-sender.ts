import { createHash } from 'node:crypto'
import type { ServerChannel } from 'ssh2'
import { compareNames } from '../../../agent/rsync/list-order.ts'
import { createIndexWriter } from '../../../agent/rsync/wire-numbers.ts'
import { entry, frame, greeting, int32, listEnd, literal, varlong } from '../../support/rsync-sender.ts'

/** A server's file, by its absolute path. */
export interface SentFile {
  text: string
  /** Of a symbolic link, which has no text. */
  target?: string
  mode?: number
  /** Seconds since 1970. */
  seconds: number
}

/**
 * Implements `rsync --server --sender` for the client of `agent/rsync` (protocol 31, one list, MD5), as an rsync
 * that was built without xxh128, with files in memory: needs no rsync and no folder on this computer. Filters are read
 * and ignored.
 */
export function sendByRsync(stream: ServerChannel, files: ReadonlyMap<string, SentFile>): void {
  const writeIndex = createIndexWriter()
  let state: 'arguments' | 'filters' | 'requests' | 'over' = 'arguments'
  let raw: Buffer = Buffer.alloc(0)
  let inner: Buffer = Buffer.alloc(0)
  let list: Listed[] = []
  let previous = -1
  let phases = 0

  function takeArguments(): boolean {
    const end = raw.indexOf('\0\0')
    if (end === -1 || raw.length < end + 6) return false
    const words = raw.subarray(0, end).toString('utf8').split('\0')
    raw = raw.subarray(end + 6) // the client's protocol version follows directly
    if (words.some((word) => word.startsWith('--checksum-choice='))) {
      refuseChecksum()
      return false
    }
    list = listOf(words.slice(words.indexOf('.') + 1), files)
    stream.write(greeting({ protocol: 31 }))
    state = 'filters'
    return true
  }

  function refuseChecksum(): void {
    state = 'over'
    stream.stderr.write('unknown checksum name: xxh128\n')
    stream.exit(4)
    stream.end()
  }

  function takeFrame(): boolean {
    if (raw.length < 4) return false
    const length = raw.readUInt32LE() & 0xffffff
    if (raw.length < 4 + length) return false
    inner = Buffer.concat([inner, raw.subarray(4, 4 + length)])
    raw = raw.subarray(4 + length)
    return true
  }

  function takeFilters(): boolean {
    for (let at = 0; inner.length >= at + 4;) {
      const length = inner.readInt32LE(at)
      at += 4 + length
      if (length > 0) continue
      inner = inner.subarray(at)
      stream.write(frame(Buffer.concat([...list.map(({ sent }) => sent), listEnd])))
      list.sort((a, b) => compareNames(Buffer.from(a.path), a.isFolder, Buffer.from(b.path), b.isFolder))
      state = 'requests'
      return true
    }
    return false
  }

  function takeRequest(): boolean {
    const [first] = inner
    if (first === undefined) return false
    if (first === 0) {
      inner = inner.subarray(1)
      endPhase()
      return true
    }
    const size = first === 0xfe ? 3 : 1
    if (inner.length < size + 18) return false // the flags and the sum head of a request follow
    previous += first === 0xfe ? inner.readUInt16BE(1) : first
    inner = inner.subarray(size + 18)
    const text = Buffer.from(list[previous]?.file?.text ?? '')
    const md5 = createHash('md5').update(text).digest()
    const head = Buffer.concat([writeIndex(previous), Buffer.of(0x00, 0x80), Buffer.alloc(16)])
    const body = text.length > 0 ? [literal(text)] : []
    stream.write(frame(Buffer.concat([head, ...body, int32(0), md5])))
    return true
  }

  /** Ends both rounds, the third phase with its statistics, and the transfer. */
  function endPhase(): void {
    phases += 1
    const statistics = phases === 3 ? Array.from({ length: 5 }, () => varlong(1, 3)) : []
    if (phases < 5) return void stream.write(frame(Buffer.concat([Buffer.of(0), ...statistics])))
    state = 'over'
    stream.exit(0)
    stream.end()
  }

  stream.on('data', (data: Buffer) => {
    raw = Buffer.concat([raw, data])
    if (state === 'arguments' && !takeArguments()) return
    while (takeFrame());
    if (state === 'filters' && !takeFilters()) return
    while (state === 'requests' && takeRequest());
  })
}

interface Listed {
  path: string
  isFolder: boolean
  file?: SentFile
  sent: Buffer
}

/** Returns the entries below the paths, with their parent folders. */
function listOf(paths: string[], files: ReadonlyMap<string, SentFile>): Listed[] {
  const wanted = [...files].filter(([path]) => paths.some((top) => path === top || path.startsWith(`${top}/`)))
  const folders = new Map<string, number>()
  for (const [path, { seconds }] of wanted) {
    const parts = path.split('/')
    for (let depth = 2; depth < parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join('/')
      folders.set(folder, Math.max(seconds, folders.get(folder) ?? 0))
    }
  }
  return [
    ...[...folders].map(([path, seconds]) => ({
      path,
      isFolder: true,
      sent: entry({ name: path, mode: 0o040755, size: 4096, seconds }),
    })),
    ...wanted.map(([path, file]) => ({ path, isFolder: false, file, sent: entryOf(path, file) })),
  ]
}

function entryOf(path: string, { text, target, mode = 0o644, seconds }: SentFile): Buffer {
  if (target !== undefined) return entry({ name: path, mode: 0o120777, size: target.length, seconds, target })
  return entry({ name: path, mode: 0o100000 | mode, size: Buffer.byteLength(text), seconds })
}
