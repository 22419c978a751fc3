import { ManifestDamaged } from '../../../../shared/repository/damaged.ts'
import { type Manifest, openManifest } from '../../../../shared/repository/manifest.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { Artifact } from '../../../store/models/artifact.ts'
import type { Snapshot } from '../../../store/models/snapshot.ts'
import type { ManifestDamageKind, Version } from '../../../store/models/version.ts'
import { contentRefs } from '../content/content-refs.ts'
import type { ReadObject } from '../stored-objects/read-object.ts'

/** A version as stored in the database. */
export interface VersionRows {
  version: Version
  artifact: Artifact
  snapshot: Snapshot | null
}

export interface ManifestFault {
  kind: ManifestDamageKind
  words: string
}

/**
 * Compares a version's manifest with its rows.
 * @returns null if the store alone could restore the version
 */
export function verifyManifest(found: ReadObject, rows: VersionRows, keys: TenantKeys): ManifestFault | null {
  if (found.state === 'missing') return { kind: 'missing', words: 'it is not in the store' }
  if (found.state === 'unreadable') return { kind: 'unreadable', words: found.words }
  try {
    const differs = differencesOf(openManifest(found.bytes, rows.version.id, keys), rows)
    if (differs.length === 0) return null
    return { kind: 'differs', words: `it says something else of ${differs.join(', ')} than the database` }
  } catch (error) {
    if (error instanceof ManifestDamaged) return { kind: 'sealed', words: error.message }
    throw error
  }
}

/**
 * Returns only the names of the fields: the values are confidential. The device's name is ignored, because it may have
 * changed.
 */
function differencesOf(manifest: Manifest, { version, artifact, snapshot }: VersionRows): string[] {
  const { content } = version
  const { bytes, root } = contentRefs(content)
  const isTree = bytes === null
  // the rules of normalisation may have changed after it was written, and the row with them
  const isSameRevision = (manifest.normaliserRevision ?? 0) === version.normaliserRevision
  const same: [string, boolean][] = [
    ['the device', manifest.device.id === version.deviceId],
    ['the run', manifest.jobId === version.jobId],
    ['the artifact', manifest.artifactKey === artifact.key && manifest.transport === artifact.transport],
    ['the time of capture', Date.parse(manifest.capturedAt) === version.capturedAt.getTime()],
    ['the content', manifest.root === root && isEqual(manifest.content, bytes)],
    ['the snapshot', manifest.snapshotId === (snapshot?.id ?? null)],
    ['the size', manifest.sizeBytes === Number(version.sizeBytes)],
    ['the lines', manifest.lines === version.lines],
    ['the fingerprint', isTree || manifest.rawFingerprint === version.fingerprint],
    ['the compared fingerprint', !isSameRevision || manifest.fingerprint === version.normalisedFingerprint],
    ['lab mode', manifest.labMode === version.labMode],
    ['the host', manifest.hostNotCompared === version.hostNotCompared],
  ]
  return same.flatMap(([name, isSame]) => (isSame ? [] : [name]))
}

function isEqual(a: Manifest['content'], b: Manifest['content']): boolean {
  if (!a || !b) return a === b
  const idsOf = (content: NonNullable<Manifest['content']>) => ('list' in content ? content.list : content.chunks)
  return a.size === b.size && 'list' in a === 'list' in b && idsOf(a).join() === idsOf(b).join()
}
