import fs from 'node:fs'
import path from 'node:path'
import type { Request } from 'express'
import { isPlatformRole } from '../../shared/permissions/permissions.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import type { ActionContext } from '../domain/kernel/context.ts'
import type { Caller, Operation } from './authorise.ts'
import { type NamedObject, isUuid, objectOfRequest, tenantOfObject } from './named-objects.ts'
import type { TenantRead } from './authorise.ts'

/** Repeated reads within this time share one record; docs/decisions/audit-of-reads.md has the reason. */
const intervalMs = 15 * 60_000

/** Maximum number of remembered reads. The oldest are dropped first and would be recorded again. */
const maxRemembered = 20_000

const contract: { components: { parameters: Record<string, { name: string }> } } = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../shared/contract/openapi.json'), 'utf8'),
)

/** References to the parameter `tenant`, whatever its name among the contract's components. */
const tenantReferences = new Set(
  Object.entries(contract.components.parameters)
    .filter(([, { name }]) => name === 'tenant')
    .map(([key]) => `#/components/parameters/${key}`),
)

/**
 * Decides which reads of tenants' data by platform roles the audit log records as `tenant.read`. The contract
 * determines it: every GET operation that has the parameter `tenant`, needs a permission and has no own record through
 * `x-audit`. Operations with `x-platform-data` are not recorded without a tenant.
 */
export function createTenantReads(now: () => Date): (req: Request, operation: Operation) => TenantRead | null {
  const recordedAt = new Map<string, number>()

  function isRecent(key: string): boolean {
    const at = recordedAt.get(key)
    return at !== undefined && now().getTime() - at < intervalMs
  }

  function remember(key: string): void {
    recordedAt.delete(key)
    recordedAt.set(key, now().getTime())
    const [oldest] = recordedAt.keys()
    if (recordedAt.size > maxRemembered && oldest !== undefined) recordedAt.delete(oldest)
  }

  return (req, operation) => {
    const { caller } = req
    if (!caller || !isTenantRead(operation, caller)) return null
    const object = namedBy(req)
    const key = keyOf(req, operation, caller, object)
    if (isRecent(key)) return null
    let isRecorded = false
    let isCommitted = false
    return {
      async record(context) {
        if (isCommitted) return // a repeated transaction has lost its record
        await recordRead(context, operation.operationId, object)
        isRecorded = true
      },
      remember() {
        if (!isRecorded) return
        isCommitted = true
        remember(key)
      },
    }
  }
}

function isTenantRead(operation: Operation, { actor, tenantId }: Caller): boolean {
  if (actor.role === null || !isPlatformRole(actor.role)) return false
  if (operation['x-audit'] || !operation['x-permission'].includes(':')) return false
  if (operation['x-platform-data'] && tenantId === null) return false
  return (operation.parameters ?? []).some(
    ({ name, $ref }) => name === 'tenant' || ($ref !== undefined && tenantReferences.has($ref)),
  )
}

/** Returns the key of a read. Another session, token, address, tenant or object is another read. */
function keyOf(req: Request, { operationId }: Operation, caller: Caller, object: NamedObject | undefined): string {
  return [caller.bearerHash.toString('base64'), req.ip, operationId, caller.tenantId, object?.id].join(' ')
}

/** Returns the object of the path, or the device in the query. */
function namedBy(req: Request): NamedObject | undefined {
  const deviceId = req.query['device_id']
  const ofQuery = typeof deviceId === 'string' && isUuid(deviceId)
  return objectOfRequest(req) ?? (ofQuery ? { table: 'devices', kind: 'device', id: deviceId } : undefined)
}

/**
 * Records the read. Objects without a tenant, such as platform users, contain no tenant's data and are not recorded.
 */
async function recordRead(context: ActionContext, operation: string, object: NamedObject | undefined): Promise<void> {
  const tenantId = context.tenantId ?? (object ? await tenantOfObject(context.trx, object) : null)
  if (object && tenantId === null) return
  await recordAudit(context, 'tenant.read', {
    kind: object?.kind ?? 'tenant',
    id: object?.id ?? tenantId,
    tenantId,
    detail: { operation },
    ofAllTenants: tenantId === null,
  })
}
