import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type PastState = Schemas['PastState']
export type PastLineage = Schemas['PastLineage']

/** A lineage of a device; a device without lineages has one row. */
export interface PastRow {
  id: string
  past: PastState
  lineage: PastLineage | undefined
  state: PastLineage['state']
}

/** Returns the rows of devices, in their order. */
export function rowsOfDevices(devices: readonly PastState[]): PastRow[] {
  return devices.flatMap((past): PastRow[] => {
    const { id } = past.device
    if (past.lineages.length === 0)
      return [{ id, past, lineage: undefined, state: past.purged_at ? 'deleted' : 'none' }]
    return past.lineages.map((lineage) => ({ id: `${id}.${lineage.artifact_id}`, past, lineage, state: lineage.state }))
  })
}

/** Returns an instant as the value of an input of local time, to the minute. */
export function localValue(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Returns the instant of a local time; undefined if it is incomplete. */
export function instantOfLocal(value: string): Date | undefined {
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/** Returns the moment of an address; without a valid one, `otherwise`. */
export function momentOf(text: unknown, otherwise: Date): Date {
  const at = typeof text === 'string' ? new Date(text) : otherwise
  return Number.isNaN(at.getTime()) ? otherwise : at
}
