import type { ScopedTransaction } from '../../../store/scope.ts'
import type { Finding, ShownFinding } from './search-record.ts'
import type { ShownDevice, ShownText } from './searched-texts.ts'

/**
 * Returns the findings with the names of their devices and texts, in order. A text whose version is deleted meanwhile
 * is left out.
 */
export async function describeFindings(
  trx: ScopedTransaction,
  tenantId: string,
  findings: Finding[],
): Promise<ShownFinding[]> {
  const texts = findings.flatMap((finding) => (finding.type === 'missing' ? [] : [finding.text.versionId]))
  const devices = findings.flatMap((finding) => (finding.type === 'missing' ? [finding.deviceId] : []))
  const shownTexts = await readShownTexts(trx, tenantId, texts)
  const shownDevices = await readShownDevices(trx, tenantId, devices)
  return findings.flatMap((finding): ShownFinding[] => {
    if (finding.type === 'missing') {
      const device = shownDevices.get(finding.deviceId)
      return device ? [{ ...finding, device }] : []
    }
    const text = shownTexts.get(finding.text.versionId)
    return text ? [{ ...finding, text }] : []
  })
}

async function readShownTexts(
  trx: ScopedTransaction,
  tenantId: string,
  versionIds: string[],
): Promise<Map<string, ShownText>> {
  if (versionIds.length === 0) return new Map()
  const { rows } = await trx.raw<{
    rows: (Omit<ShownText, 'device'> & Omit<ShownDevice, 'id'> & { deviceId: string })[]
  }>(
    `select v.id as "versionId", v.captured_at as "capturedAt", a.id as "artifactId", a.key, a.transport,
       d.id as "deviceId", d.name, d.platform, d.site
     from versions v
     join artifacts a on a.tenant_id = v.tenant_id and a.id = v.artifact_id
     join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
     where v.tenant_id = :tenantId and v.id = any(cast(:versionIds as uuid[]))`,
    { tenantId, versionIds },
  )
  return new Map(
    rows.map(({ deviceId: id, name, platform, site, ...text }) => [
      text.versionId,
      { ...text, device: { id, name, platform, site } },
    ]),
  )
}

async function readShownDevices(
  trx: ScopedTransaction,
  tenantId: string,
  ids: string[],
): Promise<Map<string, ShownDevice>> {
  if (ids.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: ShownDevice[] }>(
    `select id, name, platform, site from devices where tenant_id = :tenantId and id = any(cast(:ids as uuid[]))`,
    { tenantId, ids },
  )
  return new Map(rows.map((device) => [device.id, device]))
}
