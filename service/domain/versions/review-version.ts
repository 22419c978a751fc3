import { Version } from '../../store/models/version.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { Reading } from '../reading.ts'
import { conflict } from '../refusal.ts'
import { findVersion } from './find-version.ts'
import { type VersionRecord, openRecords } from './list-versions.ts'

/**
 * Records that somebody looked at a suspicious version. Its reasons stay with it; the report and the run do not tell of
 * it any more. The first review stands.
 * @throws Refusal 404; 409 `not_suspicious`
 */
export async function reviewVersion(
  reading: Pick<Reading, 'inCall' | 'keys'>,
  versionId: string,
): Promise<VersionRecord> {
  const found = await reading.inCall(async (call) => {
    const rows = await findVersion(call, versionId)
    const { version } = rows
    if (version.suspicious === null) throw conflict('The version is not suspicious.', 'not_suspicious')
    await Version.query(call.trx)
      .findById(versionId)
      .whereNull('reviewedAt')
      .patch({ reviewedAt: call.now, reviewedBy: call.actor.name })
    const detail = { device_id: version.deviceId, artifact_id: version.artifactId }
    await recordAudit(call, 'version.review', { kind: 'version', id: versionId, tenantId: version.tenantId, detail })
    return findVersion(call, versionId)
  })
  const [record] = await openRecords(reading, [found])
  return record!
}
