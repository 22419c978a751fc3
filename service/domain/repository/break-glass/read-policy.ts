import type { ScopedTransaction } from '../../../store/scope.ts'
import { readSecuritySettings } from '../../inventory/settings/security-settings.ts'

/** What the platform allows. */
export interface BreakGlassPolicy {
  isAllowed: boolean
  /** Maximum days without contact. */
  maxDays: number
}

/** The transaction has the platform scope. */
export async function readBreakGlassPolicy(trx: ScopedTransaction, now: Date): Promise<BreakGlassPolicy> {
  const { breakGlassCopies, breakGlassDays } = await readSecuritySettings(trx, now)
  return { isAllowed: breakGlassCopies, maxDays: breakGlassDays }
}
