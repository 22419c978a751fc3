import type { components } from '../../../../shared/contract/api-types.ts'
import { isMessage } from '../../../../shared/messages/create-renderer.ts'
import { messageText } from '../../language/service-messages.ts'
import { type Platform, canBeRestored, takesAnything } from '../../ui/useRestorable.ts'

type Schemas = components['schemas']

/** Facts known before a request. */
export interface Known {
  version: Schemas['Version']
  device: Schemas['Device']
  policy: Schemas['EffectiveRestore'] | undefined
  platforms: readonly Platform[]
}

/** A condition of a restore. */
export interface Check {
  about:
    'policy' | 'platform' | 'artifact' | 'whole' | 'readable' | 'trusted' | 'reviewed' | 'size' | 'service' | 'free'
  /** Null: unknown until the service checks it. */
  ok: boolean | null
  /** The inspector's text, if the text is incomplete. */
  because?: string
}

/** The service's size limit of a restore, in bytes. */
const maxBytes = 16 * 1024 * 1024

/**
 * Returns the known conditions of a restore. The service checks the same, and also reads the text. They are in the
 * order in which a user resolves them.
 */
export function checksOf({ version, device, policy, platforms }: Known): Check[] {
  const isPlatform = takesAnything(platforms, device.platform)
  const isArtifact = !isPlatform || canBeRestored(platforms, device.platform, version)
  const { restorable, not_restorable_because: reasons } = version.metadata
  const because = reasonText(reasons)
  const isWhole = restorable !== false
  return [
    { about: 'policy', ok: policy ? policy.restore_policy === 'allow' : null },
    { about: 'platform', ok: isPlatform },
    { about: 'artifact', ok: isArtifact },
    { about: 'whole', ok: isWhole, ...(because !== undefined && !isWhole && { because }) },
    { about: 'readable', ok: !version.damaged },
    { about: 'trusted', ok: !version.lab_mode && !version.host_not_compared },
    { about: 'reviewed', ok: version.suspicious.length === 0 || version.reviewed_at !== null },
    ...(version.size_bytes > maxBytes ? [{ about: 'size' as const, ok: false }] : []),
    { about: 'service', ok: device.enabled && device.decommissioned_at === null },
    { about: 'free', ok: device.restore === null },
  ]
}

/** Returns the inspector's reasons in the language of the console. Agents of earlier releases stored an English text. */
function reasonText(reasons: unknown): string | undefined {
  if (typeof reasons === 'string') return reasons
  if (!Array.isArray(reasons)) return undefined
  const texts = reasons.filter(isMessage).map((reason) => messageText(reason) ?? reason.code)
  return texts.length > 0 ? texts.join(', ') : undefined
}

/** Returns whether no known condition fails. */
export function mayBeAsked(checks: readonly Check[]): boolean {
  return checks.every(({ ok }) => ok !== false)
}

export interface LevelWord {
  level: 'platform' | 'customer' | 'device'
  says: 'allow' | 'deny' | null
  /** Whether this level decides. */
  decides: boolean
}

/** Returns each level's value, from the highest to the lowest. By default the platform denies restores. */
export function levelsOf(policy: Schemas['EffectiveRestore']): LevelWord[] {
  const decider = policy.restore_policy_from === 'default' ? 'platform' : policy.restore_policy_from
  return (['platform', 'customer', 'device'] as const).map((level) => ({
    level,
    says: policy.levels[level],
    decides: level === decider,
  }))
}
