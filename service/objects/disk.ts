import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { message } from '../../shared/messages/message.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'
import { ObjectNotFound, ObjectDamaged, checkKey } from './object-store.ts'
import { type StoreOperation, operationFailed } from './store-failure.ts'

/**
 * Creates a store of files below `folder`, which several processes of one machine may share. A marker file
 * distinguishes an empty store from an unmounted disk.
 * @param mayMake whether to turn the folder into a store if it is not one; otherwise each operation then fails as
 *   unavailable
 * @throws StoreUnreachable if the folder cannot be used
 */
export async function createDiskStore(folder: string, mayMake = true): Promise<ObjectStore> {
  const marker = path.join(folder, '.coffer-object-store')
  const incoming = path.join(folder, '.incoming')
  await asStoreError('prepare_folder', async () => {
    if (!mayMake && !(await unlessAbsent(fs.stat(marker)))) return
    await makeFolder(incoming)
    await fs.writeFile(marker, 'objects of Coffer, one file each\n', { flag: 'a', mode: 0o600 })
    await removeLeftovers(incoming)
  })

  const fileOf = (key: string) => {
    checkKey(key)
    return path.join(folder, ...key.split('/'))
  }

  /** A missing file counts as absent only in a folder that is the store. */
  async function confirmPresence(): Promise<void> {
    await fs.access(marker)
  }

  const store: ObjectStore = {
    async put(key, bytes) {
      const file = fileOf(key)
      await asStoreError('write', async () => {
        await confirmPresence()
        await makeFolder(path.dirname(file))
        await writeWhole(path.join(incoming, randomUUID()), file, bytes)
      })
    },

    async get(key, range, allocate) {
      const file = fileOf(key)
      const bytes = await asStoreError(
        'read',
        async () => (await readPart(key, file, range, allocate)) ?? confirmPresence(),
      )
      if (!bytes) throw new ObjectNotFound(key)
      return bytes
    },

    async head(key) {
      const file = fileOf(key)
      return asStoreError('read', async () => {
        const found = await unlessAbsent(fs.stat(file))
        if (found?.isFile()) return { size: found.size }
        await confirmPresence()
        return null
      })
    },

    async *list(prefix, after = '') {
      await asStoreError('list', confirmPresence)
      yield* listFolder(folder, '', prefix, after)
      await asStoreError('list', confirmPresence) // after an unmount the listing is incomplete
    },

    async delete(key) {
      const file = fileOf(key)
      await asStoreError('delete', async () => {
        await confirmPresence()
        const wasThere = await unlessAbsent(fs.unlink(file).then(() => true))
        if (wasThere) await syncFolder(path.dirname(file))
      })
    },

    deleteEveryVersion: (key) => store.delete(key), // files have no other versions

    takesUploads: false,

    async presignPut() {
      return null
    },

    async check() {
      await asStoreError('check', async () => {
        await confirmPresence()
        const probe = path.join(incoming, randomUUID())
        await writeWhole(`${probe}.new`, probe, Buffer.from('probe'))
        await fs.unlink(probe)
      })
    },

    async room() {
      return asStoreError('measure_space', async () => {
        await confirmPresence()
        const { bsize, blocks, bavail } = await fs.statfs(folder)
        return { total: blocks * bsize, free: bavail * bsize }
      })
    },
  }
  return store
}

/** Longer than any write takes: older temporary files were left by a crashed process. */
const leftoverAfterMs = 24 * 60 * 60 * 1000

async function removeLeftovers(incoming: string): Promise<void> {
  for (const name of await fs.readdir(incoming)) {
    const file = path.join(incoming, name)
    const found = await unlessAbsent(fs.stat(file))
    if (found && Date.now() - found.mtimeMs > leftoverAfterMs) await unlessAbsent(fs.unlink(file))
  }
}

/** Only a rename is atomic, and only a synced directory makes it durable. */
async function writeWhole(temporary: string, file: string, bytes: Buffer): Promise<void> {
  try {
    const handle = await fs.open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await fs.rename(temporary, file)
  } catch (error) {
    await unlessAbsent(fs.unlink(temporary)).catch(() => undefined) // the first error is the one to report
    throw error
  }
  await syncFolder(path.dirname(file))
}

/** Creates missing directories, and syncs each parent. */
async function makeFolder(folder: string): Promise<void> {
  const first = await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  if (!first) return
  for (let at = folder; at.length >= first.length; at = path.dirname(at)) await syncFolder(path.dirname(at))
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // not supported: NTFS journals its directories
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Returns undefined if the file does not exist. */
async function readPart(
  key: string,
  file: string,
  range?: ByteRange,
  allocate = allocateAlone,
): Promise<Buffer | undefined> {
  const handle = await unlessAbsent(fs.open(file, 'r'))
  if (!handle) return undefined
  try {
    const found = await handle.stat()
    if (!found.isFile()) return undefined
    const { offset, length } = range ?? { offset: 0, length: found.size }
    if (offset + length > found.size) {
      throw new ObjectDamaged(key, `${found.size} bytes long, ${offset + length} expected`)
    }
    const bytes = allocate(length)
    for (let at = 0; at < length;) {
      const { bytesRead } = await handle.read(bytes, at, length - at, offset + at)
      if (bytesRead === 0) throw new ObjectDamaged(key, `ends at ${offset + at} of ${found.size} bytes`)
      at += bytesRead
    }
    return bytes
  } finally {
    await handle.close()
  }
}

/** A separate buffer can be transferred to another thread. */
function allocateAlone(length: number): Buffer {
  return Buffer.from(new ArrayBuffer(length))
}

/** `below` is the key prefix that the directory represents, with its last slash. */
async function* listFolder(
  folder: string,
  below: string,
  prefix: string,
  after: string,
): AsyncGenerator<{ key: string; size: number }> {
  const found = await asStoreError(
    'list',
    async () => (await unlessAbsent(fs.readdir(folder, { withFileTypes: true }))) ?? [],
  )
  const names = found
    .filter((entry) => !entry.name.startsWith('.'))
    .map((entry) => below + entry.name + (entry.isDirectory() ? '/' : ''))
    .sort((a, b) => (a < b ? -1 : 1)) // a directory sorts with its slash, like its keys
  for (const name of names) {
    if (name.endsWith('/')) {
      const mayHold = name.startsWith(prefix) || prefix.startsWith(name)
      const isPassed = name < after && !after.startsWith(name)
      if (mayHold && !isPassed) yield* listFolder(path.join(folder, path.basename(name)), name, prefix, after)
    } else if (name.startsWith(prefix) && name > after) {
      const size = await asStoreError('list', () => unlessAbsent(fs.stat(path.join(folder, path.basename(name)))))
      if (size) yield { key: name, size: size.size }
    }
  }
}

/** Returns undefined if the file or a directory in its path does not exist. */
async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' || codeOf(error) === 'EISDIR') return undefined
    throw error
  }
}

/** Throws every disk error as StoreUnreachable. */
async function asStoreError<T>(operation: StoreOperation, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ObjectDamaged) throw error
    throw operationFailed(operation, message('store_disk_failed', { error: codeOf(error) ?? '?' }), { cause: error })
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
