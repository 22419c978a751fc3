import fs from 'node:fs'
import path from 'node:path'
import { unusable } from '../exit-codes.ts'
import { writeWhole } from './write-whole.ts'

/** A folder with the artifacts of one device, which it identifies. */
export interface OutFolder {
  readonly path: string
  /** Names of completely written files, in order. */
  readonly written: readonly string[]
  /** Creates or truncates `NAME.part`, readable only by its owner. */
  begin(name: string): PartialFile
  /** Creates a folder that must not exist: `fill` writes it as `NAME.part`. */
  addTree<T>(name: string, fill: (folder: string) => Promise<T>): Promise<T>
  /** Removes incomplete files. Also removes the device's identity from a new folder in which nothing was written. */
  discard(): void
}

export interface PartialFile {
  push(bytes: Uint8Array): void
  /** Marks the file as complete: renames it and replaces the previous one. */
  keep(): void
}

/** The device to which a folder belongs. */
export interface FolderOwner {
  device: string
  port: string | null
  platform: string
}

/** Suffix of an incomplete file or folder. */
const partial = '.part'

/** Identifies the device to which the folder belongs. */
const ownerFile = '.coffer-device.json'

/**
 * Creates the folder, or opens the one with earlier artifacts of this device.
 * @param names of the files that may be written
 * @param trees names of the folders that may be written; they must not exist
 * @throws CommandError `unusable` for a folder of another device, one with such files of unknown origin, and one that
 *   cannot be written
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
    for (const name of [...names, ...trees]) removePart(name) // left by a run that was killed
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
 * Throws if the folder contains files of another device or of unknown origin, which are never replaced.
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
