import type { components } from '../../../../shared/contract/api-types.ts'

type Settings = components['schemas']['Settings']
type Patch = components['schemas']['SettingsPatch']

/** Fields of the card, in order. */
export const securityFields = [
  'session_idle_minutes',
  'token_days_without_networks',
  'destruction_delay_days',
  'retention_cooling_off_days',
  'retention_floor_keep_days',
  'retention_floor_keep_last',
] as const satisfies (keyof Patch)[]

export type SecurityField = (typeof securityFields)[number]

/** '' means no limit; an empty delay means the default. */
export type SecurityValues = Record<SecurityField, number | ''> & {
  second_factor_roles: components['schemas']['Role'][]
  approval_actions: components['schemas']['SelectableApprovalAction'][]
}

const usualDelayDays = 7

const delays: ReadonlySet<SecurityField> = new Set(['destruction_delay_days', 'retention_cooling_off_days'])

/** Returns the values; of a delay the requested one, which may not apply yet. */
export function securityValues(settings: Settings): SecurityValues {
  return {
    session_idle_minutes: settings.session_idle_minutes ?? '',
    token_days_without_networks: settings.token_days_without_networks ?? '',
    destruction_delay_days: settings.destruction_delay_next?.days ?? settings.destruction_delay_days,
    retention_cooling_off_days: settings.retention_cooling_off_next?.days ?? settings.retention_cooling_off_days,
    retention_floor_keep_days: settings.retention_floor_keep_days ?? '',
    retention_floor_keep_last: settings.retention_floor_keep_last ?? '',
    second_factor_roles: settings.second_factor_roles,
    approval_actions: settings.approval_actions,
  }
}

/** Only the changed fields, so that another user's change of other fields remains. */
export function securityChange(settings: Settings, wanted: SecurityValues): Patch {
  const before = securityValues(settings)
  const changed = securityFields.filter((name) => wanted[name] !== before[name])
  const numbers = changed.map((name) => {
    const emptied = delays.has(name) ? usualDelayDays : null
    return [name, wanted[name] === '' ? emptied : wanted[name]]
  })
  const lists = (['second_factor_roles', 'approval_actions'] as const)
    .filter((name) => [...wanted[name]].sort().join() !== [...before[name]].sort().join())
    .map((name) => [name, wanted[name]])
  return Object.fromEntries([...numbers, ...lists])
}
