import fs from 'node:fs'
import fsp from 'node:fs/promises'
import type { components } from '../../../shared/contract/api-types.ts'
import type { BreakGlassEntry } from '../../bridge.ts'
import type { CopyService } from './copy-service.ts'
import { eraseFile } from './durable-files.ts'
import {
  type ManifestEntry,
  contentName,
  manifestName,
  readManifestEntries,
  sealEntry,
  writeContent,
  writeManifest,
} from './manifest.ts'
import type { CopyFolder, StoredCopy } from './stored-copy.ts'

type Row = components['schemas']['BreakGlassConfiguration']

/** What a refreshed copy contains. */
export interface RefreshedCopy {
  devices: number
  configurations: number
}

const versionsOfRequest = 50

/**
 * Brings a copy up to date: reads only versions that it does not contain, and keeps the former version of a
 * configuration that cannot be read. The manifest is replaced at the end, so an interrupted refresh leaves the former
 * copy; the next one continues with the files that are complete.
 * @throws ServiceRefusal
 */
export async function refreshCopy(
  folder: Pick<CopyFolder, 'pathOf'>,
  { id, publicKey: encodedKey }: Pick<StoredCopy, 'id' | 'publicKey'>,
  service: Pick<CopyService, 'firstPage' | 'listPage' | 'readContents'>,
  signal: AbortSignal,
): Promise<RefreshedCopy> {
  const publicKey = Buffer.from(encodedKey, 'base64')
  const fileOf = (versionId: string) => folder.pathOf(id, contentName(versionId))
  const rows = await listAll(service)
  const missing = new Map(
    rows.filter((row) => !fs.existsSync(fileOf(row.version_id))).map((row) => [row.version_id, row]),
  )
  while (missing.size > 0) {
    const wanted = [...missing.keys()].slice(0, versionsOfRequest)
    const contents = await service.readContents(wanted)
    for (const { version_id: versionId, content } of contents) {
      signal.throwIfAborted()
      const row = missing.get(versionId)
      missing.delete(versionId)
      if (!row || content === null) continue
      const names = { artifactId: row.artifact_id, versionId }
      await writeContent(publicKey, id, names, Buffer.from(content, 'base64'), fileOf(versionId))
    }
    if (!contents.some(({ version_id: versionId }) => wanted.includes(versionId))) break
  }
  signal.throwIfAborted()
  const manifest = folder.pathOf(id, manifestName)
  const former = new Map((await readManifestEntries(manifest)).map((entry) => [entry.artifactId, entry]))
  const entries: ManifestEntry[] = []
  const devices = new Set<string>()
  for (const row of rows) {
    const isComplete = fs.existsSync(fileOf(row.version_id))
    const entry = isComplete ? await sealEntry(publicKey, id, entryOf(row)) : former.get(row.artifact_id)
    if (!entry || !fs.existsSync(fileOf(entry.versionId))) continue
    entries.push(entry)
    devices.add(row.device_id)
  }
  await writeManifest(publicKey, id, entries, manifest)
  await eraseOthers(folder.pathOf(id), new Set(entries.map((entry) => contentName(entry.versionId))))
  return { devices: devices.size, configurations: entries.length }
}

async function listAll(service: Pick<CopyService, 'firstPage' | 'listPage'>): Promise<Row[]> {
  const rows: Row[] = []
  for (let path: string | null = service.firstPage; path !== null;) {
    const page: Awaited<ReturnType<CopyService['listPage']>> = await service.listPage(path)
    rows.push(...page.rows)
    path = page.next
  }
  return rows.filter((row) => isUuid.test(row.version_id) && isUuid.test(row.artifact_id)) // they name files
}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function entryOf(row: Row): BreakGlassEntry {
  return {
    artifactId: row.artifact_id,
    versionId: row.version_id,
    device: row.device,
    hostname: row.hostname,
    site: row.site,
    platform: row.platform,
    key: row.key,
    transport: row.transport,
    capturedAt: row.captured_at,
    lastSeenAt: row.last_seen_at,
    sizeBytes: row.size_bytes,
    isGood: row.good,
  }
}

/** Erases contents that the manifest does not name, and unfinished files. */
async function eraseOthers(folder: string, named: ReadonlySet<string>): Promise<void> {
  for (const name of await fsp.readdir(folder)) {
    const isOther = name.endsWith('.sealed.new') || (name.endsWith('.sealed') && !named.has(name))
    if (isOther) await eraseFile(`${folder}/${name}`)
  }
}
