import type { SystemContext } from '../../kernel/context.ts'
import { randomUUIDv7 } from 'node:crypto'
import { RetentionPolicy } from '../../../store/models/retention-policy.ts'
import type { RetentionRule } from '../../policies/retention/guards.ts'

/** Adds the stored retention of one level; an existing rule takes precedence. */
export async function addRetention(
  { trx, now }: SystemContext,
  level: { tenantId: string | null; deviceId: string | null },
  rule: RetentionRule | null,
): Promise<void> {
  if (!rule) return
  await RetentionPolicy.query(trx)
    .insert({ id: randomUUIDv7(), ...level, ...rule, updatedAt: now })
    .onConflict(['tenant_id', 'device_id'])
    .ignore()
}
