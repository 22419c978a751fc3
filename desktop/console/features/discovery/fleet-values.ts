import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type Fleet = Schemas['Fleet']
export type Scan = Schemas['FleetScan']

export const regions = ['global', 'canada', 'china', 'india', 'us_government'] as const

/** Values of the fleet form; '' if not set. */
export interface FleetValues {
  name: string
  credential_id: string
  region: string
  /** Organisations, separated by blanks or commas. */
  org_ids: string
  agent_ids: string[]
  schedule: string
}

export function valuesOf(fleet?: Fleet): FleetValues {
  return {
    name: fleet?.name ?? '',
    credential_id: fleet?.credential_id ?? '',
    region: fleet?.region ?? '',
    org_ids: fleet?.org_ids.join(', ') ?? '',
    agent_ids: [...(fleet?.agent_ids ?? [])],
    schedule: fleet?.schedule ?? '',
  }
}

export function bodyOf(values: FleetValues): Schemas['NewFleet'] {
  return {
    name: values.name.trim(),
    credential_id: values.credential_id,
    region: regions.find((region) => region === values.region) ?? null,
    org_ids: [...new Set(values.org_ids.split(/[\s,;]+/).filter(Boolean))],
    agent_ids: values.agent_ids,
    schedule: values.schedule.trim(),
  }
}

/** Returns whether the scan will continue without a user's action. */
export function isUnderWay(scan: Scan | null | undefined): boolean {
  return scan?.status === 'queued' || scan?.status === 'running'
}
