import { type ReceivedFailure, failureWithoutStep } from '../../../../shared/messages/failure.ts'
import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { Fleet } from '../../../store/models/fleet.ts'
import { convertStoredFailure, parseFailure } from '../../kernel/stored-failure.ts'
import type { LegacyTexts } from '../../kernel/text-conversion/legacy-texts.ts'

/** Seals the failure of a scan: it may quote the vendor. */
export function sealScanFailure(keys: TenantKeys, fleet: Pick<Fleet, 'id'>, failure: ReceivedFailure): Buffer {
  return sealField(keys, scanFailureBinding(fleet), JSON.stringify(failure))
}

/** Returns the failure of the last scan; null if it succeeded, or if the tenant's keys were destroyed. */
export function readScanFailure(
  fleet: Pick<Fleet, 'id' | 'scanError' | 'scanErrorCode'>,
  keys: TenantKeys | null,
): ReceivedFailure | null {
  const { scanError, scanErrorCode } = fleet
  if (scanError)
    return keys && parseFailure(openField(keys, scanFailureBinding(fleet), scanError).toString(), scanErrorCode)
  return scanErrorCode && failureWithoutStep(scanErrorCode)
}

/** Earlier versions stored the failure of a scan as a sentence. */
export const legacyFleetTexts: LegacyTexts = {
  codeColumn: 'scan_error_code',
  columns: { scan_error: convertStoredFailure },
}

export function scanFailureBinding({ id }: Pick<Fleet, 'id'>) {
  return { row: id, field: 'scan_error' }
}
