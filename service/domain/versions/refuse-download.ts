import { recordAudit } from '../audit/record-audit.ts'
import type { Reading } from '../reading.ts'
import { forbidden } from '../refusal.ts'

/**
 * Refuses a download for want of `config:download`, on record like every refused reading of a configuration.
 * @throws Refusal 403
 */
export async function refuseDownload({ inCall }: Reading, object: { kind: string; id: string }): Promise<never> {
  const refusal = forbidden('config:download')
  const { missing } = refusal.fields
  await inCall((call) => recordAudit(call, 'config.download', { ...object, outcome: 'refused', detail: { missing } }))
  throw refusal
}
