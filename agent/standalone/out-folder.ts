import fs from 'node:fs'
import path from 'node:path'
import { unusable } from '../exit-codes.ts'
import { writeWhole } from './write-whole.ts'

/** A folder that holds what was collected from one device, and says from which. */
export interface OutFolder {
  readonly path: string
  /** Names that were written whole, in this order. */
  readonly written: readonly string[]
  /** Begins a file again as `NAME.part`, for its owner alone. */
  begin(name: string): PartialFile
  /** A folder that is not there yet: `fill` makes it as `NAME.part`. */
  addTree<T>(name: string, fill: (folder: string) => Promise<T>): Promise<T>
  /** Removes what is not whole. A new folder in which nothing was written belongs to no device. */
  discard(): void
}

export interface PartialFile {
  push(bytes: Uint8Array): void
  /** Everything is there: from now on it has its name, in place of the one before. */
  keep(): void
}

/** Which device a folder belongs to. */
export interface FolderOwner {
  device: string
  port: string | null
  platform: string
}

/** What an unfinished file or folder is called. */
const partial = '.part'

/** Names the device that the folder belongs to. */
const ownerFile = '.coffer-device.json'

/**
 * Makes the folder, or takes the one that holds what was collected from this device before.
 * @param names of the files that may be written
 * @param trees names of the folders that may be written; none of them may be there
 * @throws CommandEnd `unusable` for a folder of another device, one with such files of unknown origin, and one that cannot
 *   be written
 */
export function openOutFolder(given: string, owner: FolderOwner, names: string[], trees: string[]): OutFolder {
  const folder = path.resolve(given)
  const at = (name: string) => path.join(folder, name)
  const open = new Map<string, number>()
  const unfinishedTrees = new Set<string>()
  const written: string[] = []
  const isOwned = claim(folder, owner, [...names, ...trees])
  const tree = trees.find((name) => fs.existsSync(at(name)))
  if (tree !== undefined) throw unusable('output_exists', { path: at(tree) })
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.writeFileSync(at(ownerFile), `${JSON.stringify(owner)}\n`, { mode: 0o600 })
    for (const name of [...names, ...trees]) removePart(name) // of a run that was killed
  } catch (error) {
    throw unusable('output_folder_unwritable', { folder, reason: (error as NodeJS.ErrnoException).code ?? '' })
  }

  function removePart(name: string) {
    const handle = open.get(name)
    open.delete(name)
    if (handle !== undefined) fs.closeSync(handle)
    fs.rmSync(at(name + partial), { recursive: true, force: true })
  }

  return {
    path: folder,
    written,
    begin(name) {
      removePart(name)
      const handle = fs.openSync(at(name + partial), 'wx', 0o600)
      open.set(name, handle)
      return {
        push: (bytes) => writeWhole(handle, bytes),
        keep() {
          fs.fsyncSync(handle)
          open.delete(name)
          fs.closeSync(handle)
          fs.renameSync(at(name + partial), at(name))
          written.push(name)
        },
      }
    },
    async addTree(name, fill) {
      unfinishedTrees.add(name)
      const result = await fill(at(name + partial))
      fs.renameSync(at(name + partial), at(name))
      unfinishedTrees.delete(name)
      written.push(name)
      return result
    },
    discard() {
      for (const name of [...open.keys(), ...unfinishedTrees]) removePart(name)
      if (!isOwned && written.length === 0) fs.rmSync(at(ownerFile), { force: true })
    },
  }
}

/**
 * Files of another device, or of unknown origin, are never replaced.
 * @returns whether the folder belongs to this device already
 */
function claim(folder: string, owner: FolderOwner, names: string[]): boolean {
  const before = readOwner(folder)
  if (before === undefined) {
    const found = names.flatMap((name) => [name, name + partial]).find((name) => fs.existsSync(path.join(folder, name)))
    if (found === undefined) return false
    throw unusable('output_exists', { path: path.join(folder, found) })
  }
  if (before.device === owner.device && before.port === owner.port && before.platform === owner.platform) return true
  throw unusable('output_of_other_device', { folder, found: described(before), expected: described(owner) })
}

function readOwner(folder: string): FolderOwner | undefined {
  const file = path.join(folder, ownerFile)
  let text: string
  try {
    text = fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw unusable('file_unreadable', { file, reason: code ?? '' })
  }
  try {
    const { device, port, platform } = JSON.parse(text) as Record<string, unknown>
    if (typeof device === 'string' && typeof platform === 'string' && (port === null || typeof port === 'string')) {
      return { device, port, platform }
    }
  } catch {
    // not JSON: reported below
  }
  throw unusable('output_folder_unowned', { file })
}

function described({ device, port, platform }: FolderOwner): string {
  return `${device}${port === null ? '' : `:${port}`} (${platform})`
}
