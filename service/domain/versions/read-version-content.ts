import { recordAudit } from '../audit/record-audit.ts'
import type { Reading } from '../reading.ts'
import { conflict } from '../refusal.ts'
import { type FoundVersion, findVersion, nameVersion } from './find-version.ts'
import { type OpenedContent, openContent } from './open-content.ts'

/** A version's raw bytes on their way. */
export interface VersionContentAnswer extends OpenedContent {
  /** What it is called when it is saved. */
  fileName: string
  /** With `maxLines`: how many lines are shown, of how many. */
  preview: { lines: number; total: number } | null
}

/**
 * Opens the raw bytes of a version as they were captured. With `download` also of an archive; a tree has none.
 * @throws Refusal 404, 409 naming the snapshot to browse instead
 */
export async function readVersionContent(
  reading: Reading,
  versionId: string,
  { download, maxLines }: { download: boolean; maxLines?: number },
): Promise<VersionContentAnswer> {
  const found = await reading.inCall(async (call) => {
    const rows = await findVersion(call, versionId)
    const content = contentOf(rows, download)
    const { tenantId } = rows.version
    const object = {
      kind: 'version',
      id: versionId,
      tenantId,
      detail: { device_id: rows.device.id, ...(maxLines && { max_lines: maxLines }) },
    }
    await recordAudit(call, download ? 'config.download' : 'config.read', object)
    return { ...rows, content }
  })
  const { version, content } = found
  const what = nameVersion(version)
  const reader = reading.repository.chunkReader(version.tenantId)
  const opened = await openContent(reading, reader, content, { what, download, maxLines })
  return { ...opened, fileName: fileNameOf(found), preview: previewOf(found, maxLines) }
}

function contentOf({ version, artifact, snapshotId }: FoundVersion, download: boolean) {
  const { content } = version
  if ('root' in content) {
    throw conflict(`A tree has no text: browse snapshot ${snapshotId}, or download its archive.`, 'is_tree')
  }
  if (artifact.kind === 'blob' && !download) {
    throw conflict(`An archive has no text: browse snapshot ${snapshotId}, or add download=true.`, 'is_archive')
  }
  return content
}

function previewOf({ version }: FoundVersion, maxLines: number | undefined) {
  if (maxLines === undefined || version.lines === null) return null
  return { lines: Math.min(maxLines, version.lines), total: version.lines }
}

/** `core-1_running-config_20250102T030405Z.txt` */
function fileNameOf({ version, artifact, device }: FoundVersion): string {
  const at = version.capturedAt.toISOString().replace(/[-:]|\.\d+/g, '')
  return `${device.name}_${artifact.key}_${at}.${artifact.kind === 'text' ? 'txt' : artifact.key}`
}
