import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

/** Writes a file that only its owner may read. After a crash it has its former or its new content, never a part. */
export async function writeDurably(file: string, content: Uint8Array): Promise<void> {
  const temporary = `${file}.new`
  const handle = await fs.open(temporary, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await fs.rename(temporary, file)
  await syncFolder(path.dirname(file))
}

/**
 * Overwrites a file with random bytes and deletes it. Disks with wear levelling, snapshots and backups of the computer
 * can still contain the former bytes.
 */
export async function eraseFile(file: string): Promise<void> {
  try {
    const handle = await fs.open(file, 'r+')
    try {
      const { size } = await handle.stat()
      for (let at = 0; at < size; at += blockBytes) {
        const block = randomBytes(Math.min(blockBytes, size - at))
        await handle.write(block, 0, block.length, at)
      }
      await handle.sync()
    } finally {
      await handle.close()
    }
    await fs.unlink(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const blockBytes = 1024 * 1024

/** Windows cannot open folders; NTFS records the rename in its journal. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await fs.open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  } catch (error) {
    if (process.platform !== 'win32') throw error
  }
}
