import type { Fleet } from '../../../store/models/fleet.ts'

/** Where the words of a scan that failed are sealed to: what the vendor said may stand in them. */
export function scanErrorBinding({ id }: Pick<Fleet, 'id'>) {
  return { row: id, field: 'scan_error' }
}
