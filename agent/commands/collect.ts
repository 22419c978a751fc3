import { message } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'
import type { Platform } from '../../shared/platforms/platform.ts'
import type { Captured, CapturedArchive, StoredText } from '../collect/captured.ts'
import { collectDevice } from '../collect/collect.ts'
import type { CollectDependencies, FoundArchive } from '../collect/device-collector.ts'
import { DeviceFailure } from '../device-failure.ts'
import { CommandError, endWith, exitCodes, unusable } from '../exit-codes.ts'
import { deviceEnd } from '../standalone/device-end.ts'
import { readGivenSecrets } from '../standalone/given-secrets.ts'
import { type ChunkSpool, openSpool, writeTree } from '../standalone/write-tree.ts'
import { openOutFolder, type OutFolder } from '../standalone/out-folder.ts'
import { type NamedDevice, namedPlatform, orderOf } from '../standalone/named-device.ts'
import { standaloneContext, watchedLog } from '../standalone/context.ts'

export interface CollectCommand {
  device: NamedDevice
  username: string
  /** `NAME=PLACE` each. */
  secrets: readonly string[]
  /** Where everything is written. If absent, one text is written to standard output. */
  out?: string
  isVerbose: boolean
}

/**
 * Collects one device without a service, into a folder or as one text to standard output. The output is not encrypted,
 * and no secrets are stored.
 * @throws CommandError with the exit code of the device's failure; `partial` if something could not be read or cannot be
 *   written to this disk; `notWritten` if the disk is full
 */
export async function collectHere(command: CollectCommand, signal: AbortSignal): Promise<void> {
  const platform = namedPlatform(command.device.platform)
  const device = command.out === undefined ? withOneText(command.device, platform) : command.device
  orderOf(device, platform, { username: '' }) // Validate before asking for a secret.
  const folder = command.out === undefined ? undefined : makeFolder(command.out, device, platform)
  const order = orderOf(device, platform, await readGivenSecrets(command.username, command.secrets))
  let spool: ChunkSpool | undefined
  try {
    spool = folder && openSpool(folder.path)
    const keeping = folder && spool ? inFolder(folder, platform, spool) : inMemory()
    const log = watchedLog(command.isVerbose)
    const context = standaloneContext(log, signal, order.approved.ssh[0])
    const captured = await collectDevice(order, { ...context, ...keeping })
    for (const { key, raw } of captured.texts) {
      if (folder) writeText(folder, nameOfText(key), raw)
      else await written(raw)
    }
    const problems = problemsOf(captured)
    for (const { key, root } of captured.trees) {
      if (!folder || !spool) continue
      const chunks = spool
      const left = await folder.addTree(key, (place) => writeTree(chunks, root, place))
      const { special, unread, doubtful, unnamed } = left
      if (special > 0) log('warn', message('log_special_files_left_out', { artifact: key, files: special }))
      if (unnamed > 0) problems.push(`${key}: ${unnamed} names have no place on this disk`)
      if (unread > 0) problems.push(`${key}: ${unread} files and folders could not be read`)
      if (doubtful > 0) problems.push(`${key}: ${doubtful} files changed while they were read`)
    }
    for (const { key, reason } of captured.absent)
      log('info', message('log_artifact_absent', { artifact: key, reason }))
    if (problems.length > 0) {
      throw endWith(exitCodes.partial, 'collect_incomplete', { problems })
    }
  } catch (error) {
    throw withRemains(endOf(error, folder), folder)
  } finally {
    folder?.discard()
    spool?.close()
  }
}

function writeText(folder: OutFolder, name: string, text: Buffer): void {
  const file = folder.begin(name)
  file.push(text)
  file.keep()
}

/** Adds the content of the folder to a failure. No file in it is truncated. */
function withRemains(error: unknown, folder: OutFolder | undefined): unknown {
  if (!folder || !(error instanceof CommandError) || error.exitCode === exitCodes.partial) return error
  const { path: at, written } = folder
  const params = { problem: error.problem, folder: at, count: written.length, written }
  return endWith(error.exitCode, 'collect_stopped', params)
}

/** Describes what is missing. Missing parts of a tree are reported when it is written. */
function problemsOf({ texts, longTexts, archives, failed }: Captured): string[] {
  const kept = [...texts, ...longTexts, ...archives]
  return [
    ...failed.map(({ key, message }) => `${key}: ${message}`),
    ...kept.flatMap(({ problems = [] }) => problems.map((problem) => render(problem, 'en'))),
  ]
}

function endOf(error: unknown, folder: OutFolder | undefined): unknown {
  if (error instanceof DeviceFailure) return deviceEnd(error)
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException
  const isOfFolder = folder && /^(write|open|mkdir|symlink|fchmod|fsync|rename)$/.test(syscall) && code !== 'EPIPE'
  if (!isOfFolder) return error
  return endWith(exitCodes.notWritten, 'output_folder_unwritable', { folder: folder.path, reason: `${message}.` })
}

/** Selects one text for standard output: the platform's first, unless another is named. */
function withOneText(device: NamedDevice, { id, artifacts }: Platform): NamedDevice {
  const texts = Object.keys(artifacts).filter((key) => artifacts[key]?.kind === 'text')
  const [key, ...others] = device.artifacts.length > 0 ? device.artifacts : texts.slice(0, 1)
  if (key === undefined) throw unusable('platform_has_no_text', { platform: id })
  if (others.length > 0) throw unusable('artifacts_need_folder')
  if (Object.hasOwn(artifacts, key) && !texts.includes(key)) throw unusable('artifact_is_not_text', { artifact: key })
  return { ...device, artifacts: [key] }
}

type Keeping = Pick<CollectDependencies, 'treeDependencies' | 'storeText' | 'storeArchive'>

/** Holds a text in memory until it is complete, because a text that is read again must not have been printed before. */
function inMemory(): Keeping {
  return {
    treeDependencies: () => Promise.reject(unusable('artifact_kind_needs_folder', { kind: 'tree' })),
    storeArchive: () => Promise.reject(unusable('artifact_kind_needs_folder', { kind: 'archive' })),
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

function inFolder(folder: OutFolder, { artifacts }: Platform, spool: ChunkSpool): Keeping {
  return {
    treeDependencies: async () => ({ baseline: new Map(), writer: spool }),
    storeText(key) {
      const file = folder.begin(nameOfText(key))
      return {
        push: async (piece) => file.push(piece),
        async end() {
          file.keep()
          return nameless
        },
      }
    },
    async storeArchive(found) {
      const file = folder.begin(nameOfArchive(found.key, artifacts))
      for await (const piece of found.open()) file.push(piece)
      file.keep()
      return keptArchive(found)
    },
  }
}

/** This command writes to a folder, which stores no fingerprints. */
const nameless: StoredText = { content: { size: 0, chunks: [] }, fingerprint: '', normalisedFingerprint: '' }

function keptArchive({ key, transport, metadata = {} }: FoundArchive): CapturedArchive {
  const names = { fingerprint: '', normalisedFingerprint: '', normaliserRevision: 0 }
  return { kind: 'archive', key, transport, stored: undefined, metadata, capturedAt: new Date(), ...names }
}

function nameOfText(key: string): string {
  return `${key}.txt`
}

function nameOfArchive(key: string, artifacts: Platform['artifacts']): string {
  return `${key}.${artifacts[key]?.archive?.extension ?? 'bin'}`
}

/**
 * Creates the output folder, readable only by its owner because configurations contain secrets. A tree is written only
 * to a new folder.
 */
function makeFolder(given: string, { host, port }: NamedDevice, { id, artifacts }: Platform): OutFolder {
  const names: string[] = []
  const trees: string[] = []
  for (const [key, { kind, archive }] of Object.entries(artifacts)) {
    if (kind === 'text') names.push(nameOfText(key))
    else if (archive) names.push(nameOfArchive(key, artifacts))
    else trees.push(key)
  }
  return openOutFolder(given, { device: host, port: port ?? null, platform: id }, names, trees)
}

function written(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => process.stdout.write(bytes, (error) => (error ? reject(error) : resolve())))
}
