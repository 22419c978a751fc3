import type { components } from '../../../../shared/contract/api-types.ts'
import { type Platform, canBeRestored, takesAnything } from '../../ui/useRestorable.ts'

type Schemas = components['schemas']

/** What is known before anybody asks. */
export interface Known {
  version: Schemas['Version']
  device: Schemas['Device']
  policy: Schemas['EffectiveRestore'] | undefined
  platforms: readonly Platform[]
}

/** Something that has to be so for a version to be given back. */
export interface Check {
  about:
    'policy' | 'platform' | 'artifact' | 'whole' | 'readable' | 'trusted' | 'reviewed' | 'size' | 'service' | 'free'
  /** Null: not known, the service will say. */
  ok: boolean | null
  /** The words of whoever looked at the text, where it lacks something. */
  because?: string
}

/** The largest text that the service gives back. */
const maxBytes = 16 * 1024 * 1024

/**
 * What speaks for and against a restore, as far as rows tell it; the service holds the request against the same, and reads
 * the text itself besides. In the order in which a person settles them.
 */
export function checksOf({ version, device, policy, platforms }: Known): Check[] {
  const isPlatform = takesAnything(platforms, device.platform)
  const isArtifact = !isPlatform || canBeRestored(platforms, device.platform, version)
  const { restorable, not_restorable_because: because } = version.metadata
  const isWhole = restorable !== false
  return [
    { about: 'policy', ok: policy ? policy.restore_policy === 'allow' : null },
    { about: 'platform', ok: isPlatform },
    { about: 'artifact', ok: isArtifact },
    { about: 'whole', ok: isWhole, ...(typeof because === 'string' && !isWhole && { because }) },
    { about: 'readable', ok: !version.damaged },
    { about: 'trusted', ok: !version.lab_mode && !version.host_not_compared },
    { about: 'reviewed', ok: version.suspicious.length === 0 || version.reviewed_at !== null },
    ...(version.size_bytes > maxBytes ? [{ about: 'size' as const, ok: false }] : []),
    { about: 'service', ok: device.enabled && device.decommissioned_at === null },
    { about: 'free', ok: device.restore === null },
  ]
}

/** Whether nothing that is known speaks against it. */
export function mayBeAsked(checks: readonly Check[]): boolean {
  return checks.every(({ ok }) => ok !== false)
}

export interface LevelWord {
  level: 'platform' | 'customer' | 'device'
  says: 'allow' | 'deny' | null
  /** What holds is decided here. */
  decides: boolean
}

/** What each level says, from the highest to the lowest. Where nobody says anything the platform denies. */
export function levelsOf(policy: Schemas['EffectiveRestore']): LevelWord[] {
  const decider = policy.restore_policy_from === 'default' ? 'platform' : policy.restore_policy_from
  return (['platform', 'customer', 'device'] as const).map((level) => ({
    level,
    says: policy.levels[level],
    decides: level === decider,
  }))
}
