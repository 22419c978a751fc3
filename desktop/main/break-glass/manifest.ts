import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import type { BreakGlassEntry } from '../../bridge.ts'
import { SealDamaged } from '../../../shared/repository/damaged.ts'
import { openSealed, sealTo } from '../../../shared/repository/seal.ts'
import { writeDurably } from './durable-files.ts'

/** A configuration of a copy: ids, and the sealed rest in base64. The file of its content is named after the version. */
export interface ManifestEntry {
  artifactId: string
  versionId: string
  sealed: string
}

interface Manifest {
  format: 1
  /** Seals the digest of the entries: a removed or added entry is detected. */
  header: string
  entries: ManifestEntry[]
}

const infos = {
  header: 'coffer break-glass manifest 1',
  entry: 'coffer break-glass entry 1',
  content: 'coffer break-glass content 1',
}

/** The file name of a version's content. */
export const contentName = (versionId: string) => `${versionId}.sealed`

export const manifestName = 'manifest.json'

const nameOf = (copyId: string, { artifactId, versionId }: Pick<ManifestEntry, 'artifactId' | 'versionId'>) =>
  `${copyId} ${artifactId} ${versionId}`

export async function sealEntry(publicKey: Buffer, copyId: string, entry: BreakGlassEntry): Promise<ManifestEntry> {
  const { artifactId, versionId } = entry
  const plain = Buffer.from(JSON.stringify(entry))
  const sealed = await sealTo(publicKey, infos.entry, nameOf(copyId, entry), plain)
  return { artifactId, versionId, sealed: sealed.toString('base64') }
}

/** Seals the content of a version, bound to its copy and ids, and writes its file. */
export async function writeContent(
  publicKey: Buffer,
  copyId: string,
  entry: Pick<ManifestEntry, 'artifactId' | 'versionId'>,
  content: Uint8Array,
  file: string,
): Promise<void> {
  await writeDurably(file, await sealTo(publicKey, infos.content, nameOf(copyId, entry), content))
}

/** Writes the manifest, which replaces the former one at once. */
export async function writeManifest(
  publicKey: Buffer,
  copyId: string,
  entries: ManifestEntry[],
  file: string,
): Promise<void> {
  const header = await sealTo(publicKey, infos.header, copyId, digestOf(entries))
  const manifest: Manifest = { format: 1, header: header.toString('base64'), entries }
  await writeDurably(file, Buffer.from(JSON.stringify(manifest)))
}

/** Returns the entries without opening them; none before the first refresh, or if the file is not a manifest. */
export async function readManifestEntries(file: string): Promise<ManifestEntry[]> {
  try {
    return (await readManifest(file)).entries
  } catch (error) {
    if (error instanceof SealDamaged || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Returns the opened entries.
 * @throws SealDamaged if the manifest was altered
 */
export async function openManifest(privateKey: Buffer, copyId: string, file: string): Promise<BreakGlassEntry[]> {
  const { header, entries } = await readManifest(file)
  const digest = await openSealed(privateKey, infos.header, copyId, Buffer.from(header, 'base64'))
  if (!digest.equals(digestOf(entries))) throw new SealDamaged('entries were removed, added or moved')
  const opened: BreakGlassEntry[] = []
  for (const entry of entries) {
    const plain = await openSealed(privateKey, infos.entry, nameOf(copyId, entry), Buffer.from(entry.sealed, 'base64'))
    opened.push(JSON.parse(plain.toString()))
  }
  return opened
}

/**
 * Returns the content of a version.
 * @throws SealDamaged if its file is missing or was altered
 */
export async function openContent(
  privateKey: Buffer,
  copyId: string,
  entry: Pick<ManifestEntry, 'artifactId' | 'versionId'>,
  file: string,
): Promise<Buffer> {
  const sealed = await fs.readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new SealDamaged('the file of a configuration is missing') : error
  })
  return openSealed(privateKey, infos.content, nameOf(copyId, entry), sealed)
}

async function readManifest(file: string): Promise<Manifest> {
  const text = await fs.readFile(file, 'utf8')
  const isText = (one: unknown) => typeof one === 'string'
  try {
    const found = JSON.parse(text) as Manifest
    const isValid =
      found.format === 1 &&
      isText(found.header) &&
      found.entries.every((one) => isUuid.test(one.artifactId) && isUuid.test(one.versionId) && isText(one.sealed))
    if (isValid) return found
  } catch {
    // not JSON, or of another shape
  }
  throw new SealDamaged('the manifest is damaged')
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function digestOf(entries: ManifestEntry[]): Buffer {
  return createHash('sha256').update(JSON.stringify(entries)).digest()
}
