import { TenantLogo } from '../../../../store/models/tenant-logo.ts'
import { recordAudit } from '../../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../../kernel/context.ts'
import { invalidField } from '../../../kernel/domain-error.ts'
import { decodeLogo } from '../render/decode-logo.ts'

const maxBytes = 256 * 1024

/** Returns the logo of a tenant; null without one. */
export async function findLogo({ trx }: Pick<ActionContext, 'trx'>, tenantId: string): Promise<TenantLogo | null> {
  return (await TenantLogo.query(trx).findById(tenantId)) ?? null
}

/**
 * Stores the logo of a tenant, instead of the former one.
 * @param base64 the image; its type is recognised by its content
 * @throws DomainError validation_failed
 */
export async function setLogo(context: ActionContext, tenantId: string, base64: string): Promise<TenantLogo> {
  const { trx, now } = context
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > maxBytes) throw invalidField('data', 'logo_too_large', { limit: maxBytes })
  const logo = decodeLogo(bytes)
  if (!logo) throw invalidField('data', 'logo_invalid')
  const { type, width, height, data } = logo
  const row = { tenantId, type, width, height, data, updatedAt: now }
  await TenantLogo.query(trx).insert(row).onConflict('tenant_id').merge()
  const detail = { type, width, height, bytes: data.length }
  await recordAudit(context, 'tenant.set_logo', { kind: 'tenant', id: tenantId, tenantId, detail })
  return TenantLogo.fromDatabaseJson({ tenant_id: tenantId, type, width, height, data, updated_at: now }) as TenantLogo
}

/** Removes the logo of a tenant; without one, nothing happens. */
export async function removeLogo(context: ActionContext, tenantId: string): Promise<void> {
  const count = await TenantLogo.query(context.trx).deleteById(tenantId)
  if (count > 0) await recordAudit(context, 'tenant.remove_logo', { kind: 'tenant', id: tenantId, tenantId })
}
