import type { components } from '../../../shared/contract/api-types.ts'
import type { BreakGlassConfiguration } from '../../domain/repository/break-glass/list-configurations.ts'
import type { BreakGlassContent } from '../../domain/repository/break-glass/read-contents.ts'
import type { BreakGlassCopy } from '../../store/models/break-glass-copy.ts'

type Schemas = components['schemas']

const dayMs = 24 * 3_600_000

export function presentBreakGlassCopy(copy: BreakGlassCopy, now: Date): Schemas['BreakGlassCopy'] {
  const expiresAt = new Date(copy.contactedAt.getTime() + copy.expiresAfterDays * dayMs)
  return {
    id: copy.id,
    tenant_id: copy.tenantId,
    user_id: copy.userId,
    user: copy.userEmail,
    computer: copy.computer,
    sites: copy.sites,
    state: stateOf(copy, expiresAt <= now),
    created_at: copy.createdAt.toISOString(),
    contacted_at: copy.contactedAt.toISOString(),
    refreshed_at: copy.refreshedAt?.toISOString() ?? null,
    expires_after_days: copy.expiresAfterDays,
    expires_at: expiresAt.toISOString(),
    devices: copy.devices,
    configurations: copy.configurations,
    revoked_at: copy.revokedAt?.toISOString() ?? null,
    revoked_by: copy.revokedBy,
    deleted_at: copy.deletedAt?.toISOString() ?? null,
    deletion_reason: copy.deletionReason,
  }
}

function stateOf(copy: BreakGlassCopy, isExpired: boolean): Schemas['BreakGlassCopy']['state'] {
  if (copy.deletedAt) return 'deleted'
  if (isExpired) return 'expired'
  return copy.revokedAt ? 'revoked' : 'active'
}

export function presentBreakGlassConfiguration({
  device,
  record: { version, artifact },
  isGood,
}: BreakGlassConfiguration): Schemas['BreakGlassConfiguration'] {
  return {
    artifact_id: artifact.id,
    version_id: version.id,
    device_id: device.id,
    device: device.name,
    hostname: device.hostname,
    site: device.site,
    platform: device.platform as Schemas['PlatformId'],
    key: artifact.key,
    transport: artifact.transport,
    captured_at: version.capturedAt.toISOString(),
    last_seen_at: version.lastSeenAt.toISOString(),
    size_bytes: Number(version.sizeBytes),
    good: isGood,
  }
}

export function presentBreakGlassContent(one: BreakGlassContent): Schemas['BreakGlassContent'] {
  const content = one.state === 'complete' ? one.bytes.toString('base64') : null
  return { version_id: one.versionId, state: one.state, content }
}
