import type { Manifest } from '../../../../shared/repository/manifest.ts'
import { Version } from '../../../store/models/version.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/**
 * Separates manifests that represent a version from those that an interrupted commit left: the same run added a version
 * of the same lineage with the same bytes under another manifest.
 */
export async function withoutDoubles(
  trx: ScopedTransaction,
  tenantId: string,
  manifests: Manifest[],
): Promise<{ kept: Manifest[]; doubles: Manifest[] }> {
  const jobIds = [...new Set(manifests.map(({ jobId }) => jobId))]
  const versions = await Version.query(trx)
    .where({ 'versions.tenantId': tenantId })
    .whereIn('versions.jobId', jobIds)
    .join('artifacts as a', 'a.id', 'versions.artifactId')
    .select('versions.jobId', 'a.key', 'a.transport', 'versions.fingerprint')
  const there = new Set(versions.map((row) => nameOf(row as unknown as Captured)))
  const [kept, doubles]: [Manifest[], Manifest[]] = [[], []]
  for (const manifest of manifests) {
    const { jobId, artifactKey: key, transport, rawFingerprint, fingerprint } = manifest
    const name = nameOf({ jobId, key, transport, fingerprint: rawFingerprint ?? fingerprint })
    if (there.has(name)) doubles.push(manifest)
    else kept.push(manifest)
    there.add(name)
  }
  return { kept, doubles }
}

/** What one run captured of one lineage; a run belongs to one device. */
interface Captured {
  jobId: string
  key: string
  transport: string
  fingerprint: string
}

function nameOf({ jobId, key, transport, fingerprint }: Captured): string {
  return [jobId, key, transport, fingerprint].join('/')
}
