import { Device } from '../../../store/models/device.ts'
import type { GoldenConfiguration } from '../../../store/models/golden-configuration.ts'
import { Version } from '../../../store/models/version.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'

/** A golden configuration with its version and the device of it. */
export interface GoldenView {
  golden: GoldenConfiguration
  version: Pick<Version, 'id' | 'artifactId' | 'deviceId' | 'capturedAt'>
  deviceName: string
}

export async function viewGolden(context: ActionContext, golden: GoldenConfiguration): Promise<GoldenView> {
  const [view] = await viewGoldens(context, [golden])
  return view!
}

export async function viewGoldens({ trx }: ActionContext, rows: GoldenConfiguration[]): Promise<GoldenView[]> {
  const versions = await Version.query(trx)
    .findByIds(rows.map(({ versionId }) => versionId))
    .select('id', 'artifactId', 'deviceId', 'capturedAt')
  const devices = await Device.query(trx)
    .findByIds(versions.map(({ deviceId }) => deviceId))
    .select('id', 'name')
  const versionOf = new Map(versions.map((version) => [version.id, version]))
  const nameOf = new Map(devices.map(({ id, name }) => [id, name]))
  return rows.map((golden) => {
    const version = versionOf.get(golden.versionId)! // a foreign key
    return { golden, version, deviceName: nameOf.get(version.deviceId)! }
  })
}

/** Returns its fields for the audit log. */
export function describeGolden({ name, tag, versionId, declaredDifferences, note }: GoldenConfiguration) {
  return { name, tag, version_id: versionId, declared_differences: declaredDifferences, note }
}

export function auditGolden(
  context: Omit<ActionContext, 'keys'>,
  action: `golden_configuration.${'create' | 'update' | 'delete'}`,
  { id, tenantId }: GoldenConfiguration,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAudit(context, action, { kind: 'golden_configuration', id, tenantId, detail })
}
