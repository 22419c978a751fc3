import fs from 'node:fs'
import path from 'node:path'
import type { Platform } from '../../shared/platforms/platform.ts'
import type { CapturedArchive, StoredText } from '../collect/captured.ts'
import { collectDevice } from '../collect/collect.ts'
import type { CollectDeps, FoundArchive, TextStore } from '../collect/device-path.ts'
import { DeviceFailure } from '../device-failure.ts'
import { CommandEnd, exitCodes } from '../exit-codes.ts'
import { deviceEnd } from '../one-device/device-end.ts'
import { readGivenSecrets } from '../one-device/given-secrets.ts'
import { openSpool, writeTree } from '../one-device/keep-tree.ts'
import { type NamedDevice, namedPlatform, orderOf } from '../one-device/named-device.ts'
import { surroundings, watchedLog } from '../one-device/surroundings.ts'

export interface CollectCommand {
  device: NamedDevice
  username: string
  /** `NAME=PLACE` each. */
  secrets: readonly string[]
  /** Where everything is written; without it one text goes to standard output. */
  out?: string
  isVerbose: boolean
}

/**
 * Reads one device here and now, with no service: into a folder, or one text to standard output. Nothing is encrypted, and
 * nothing is kept of the secrets.
 * @throws CommandEnd with the exit code of the device's failure; `partial` when some artifacts could not be read
 */
export async function collectHere(command: CollectCommand, signal: AbortSignal): Promise<void> {
  const platform = namedPlatform(command.device.platform)
  const device = command.out === undefined ? withOneText(command.device, platform) : command.device
  const folder = command.out === undefined ? undefined : makeFolder(command.out)
  const order = orderOf(device, platform, await readGivenSecrets(command.username, command.secrets))
  const spool = folder === undefined ? undefined : openSpool(folder)
  try {
    const keeping = folder === undefined || !spool ? inMemory() : inFolder(folder, platform, spool)
    const log = watchedLog(command.isVerbose)
    const captured = await collectDevice(order, { ...surroundings(log, signal), ...keeping })
    for (const { key, raw } of captured.texts) {
      if (folder === undefined) await written(raw)
      else fs.writeFileSync(path.join(folder, nameOfText(key)), raw, { mode: 0o600 })
    }
    for (const { key, root } of captured.trees) {
      if (folder === undefined || !spool) continue
      const left = await writeTree(spool, root, path.join(folder, key))
      if (left > 0) log('warn', `${key}: ${left} entries have no place on this disk, or could not be read`)
    }
    for (const { key, reason } of captured.absent) log('info', `${key}: ${reason}`)
    const [first] = captured.failed
    if (first) {
      const names = captured.failed.map(({ key, message }) => `${key}: ${message}`)
      throw new CommandEnd(exitCodes.partial, `not everything could be read; ${names.join('; ')}`)
    }
  } catch (error) {
    throw error instanceof DeviceFailure ? deviceEnd(error) : error
  } finally {
    spool?.close()
  }
}

/** Standard output takes one text: the first that the platform has, unless another is named. */
function withOneText(device: NamedDevice, { id, artifacts }: Platform): NamedDevice {
  const texts = Object.keys(artifacts).filter((key) => artifacts[key]?.kind === 'text')
  const [key, ...others] = device.artifacts.length > 0 ? device.artifacts : texts.slice(0, 1)
  if (key === undefined) throw unusable(`${id} has no text for standard output: give --out FOLDER`)
  if (others.length > 0) throw unusable('standard output takes one artifact: give --out FOLDER for several')
  if (Object.hasOwn(artifacts, key) && !texts.includes(key)) throw unusable(`${key} is no text: give --out FOLDER`)
  return { ...device, artifacts: [key] }
}

type Keeping = Pick<CollectDeps, 'treeDeps' | 'storeText' | 'keepArchive'>

/** A text that is begun anew must not have been shown before: it is held until it is whole. */
function inMemory(): Keeping {
  return {
    treeDeps: () => Promise.reject(unusable('a tree needs --out FOLDER')),
    keepArchive: () => Promise.reject(unusable('an archive needs --out FOLDER')),
    storeText() {
      const pieces: Buffer[] = []
      return {
        push: async (piece) => void pieces.push(piece),
        async end() {
          for (const piece of pieces) await written(piece)
          return nameless
        },
      }
    },
  }
}

function inFolder(folder: string, { artifacts }: Platform, spool: ReturnType<typeof openSpool>): Keeping {
  return {
    treeDeps: async () => ({ baseline: new Map(), writer: spool }),
    storeText: (key) => fileStore(path.join(folder, nameOfText(key))),
    async keepArchive(found) {
      const name = `${found.key}.${artifacts[found.key]?.archive?.extension ?? 'bin'}`
      const handle = fs.openSync(path.join(folder, name), 'w', 0o600)
      try {
        for await (const piece of found.open()) fs.writeSync(handle, piece)
      } finally {
        fs.closeSync(handle)
      }
      return keptArchive(found)
    },
  }
}

function fileStore(file: string): TextStore {
  const handle = fs.openSync(file, 'w', 0o600)
  return {
    push: async (piece) => void fs.writeSync(handle, piece),
    async end() {
      fs.closeSync(handle)
      return nameless
    },
  }
}

/** What has a name is in a repository; here there is none. */
const nameless: StoredText = { content: { size: 0, chunks: [] }, fingerprint: '', normalisedFingerprint: '' }

function keptArchive({ key, transport, metadata = {} }: FoundArchive): CapturedArchive {
  const names = { fingerprint: '', normalisedFingerprint: '', normaliserRevision: 0 }
  return { kind: 'archive', key, transport, stored: undefined, metadata, capturedAt: new Date(), ...names }
}

function nameOfText(key: string): string {
  return `${key}.txt`
}

/** Configurations hold secrets: the folder is its owner's alone when it is made here. */
function makeFolder(given: string): string {
  const folder = path.resolve(given)
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
    fs.accessSync(folder, fs.constants.W_OK)
    return folder
  } catch (error) {
    throw unusable(`${folder} cannot be written to: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function written(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())))
}

function unusable(words: string): CommandEnd {
  return new CommandEnd(exitCodes.unusable, words)
}
