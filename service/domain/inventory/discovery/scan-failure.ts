import { type ReceivedFailure, failureWithoutStep } from '../../../../shared/messages/failure.ts'
import { openField, sealField } from '../../../keys/sealed-field.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { Fleet } from '../../../store/models/fleet.ts'
import { convertStoredFailure, parseFailure } from '../../kernel/stored-failure.ts'
import type { LegacyTexts } from '../../kernel/text-conversion/legacy-texts.ts'

/** Why a scan failed; it may quote the vendor. */
export function sealScanFailure(keys: TenantKeys, fleet: Pick<Fleet, 'id'>, failure: ReceivedFailure): Buffer {
  return sealField(keys, scanFailureBinding(fleet), JSON.stringify(failure))
}

/** Returns why the last scan failed; null where it did not, or what was stored went with the keys of the tenant. */
export function readScanFailure(
  fleet: Pick<Fleet, 'id' | 'scanError' | 'scanErrorCode'>,
  keys: TenantKeys | null,
): ReceivedFailure | null {
  const { scanError, scanErrorCode } = fleet
  if (scanError)
    return keys && parseFailure(openField(keys, scanFailureBinding(fleet), scanError).toString(), scanErrorCode)
  return scanErrorCode && failureWithoutStep(scanErrorCode)
}

/** Earlier versions stored why a scan failed as a sentence. */
export const legacyFleetTexts: LegacyTexts = {
  codeColumn: 'scan_error_code',
  columns: { scan_error: convertStoredFailure },
}

export function scanFailureBinding({ id }: Pick<Fleet, 'id'>) {
  return { row: id, field: 'scan_error' }
}
