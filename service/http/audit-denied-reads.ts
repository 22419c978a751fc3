import type { ErrorRequestHandler, Request } from 'express'
import { configReadings } from '../../shared/contract/config-answers.ts'
import { recordAudit } from '../domain/kernel/audit/record-audit.ts'
import type { DomainError } from '../domain/kernel/domain-error.ts'
import type { Dependencies } from '../dependencies.ts'
import { DatabaseUnavailable, asDatabaseUnavailable } from '../store/database-unavailable.ts'
import { type Scope, type ScopedTransaction, inScope } from '../store/scope.ts'
import { type Caller, type Operation, auditObject, auditedAs, originOf } from './authorise.ts'
import { isUuid, objectOfRequest, tenantOfObject } from './named-objects.ts'
import { asDomainError } from './problems.ts'

/**
 * Records a failed read of a configuration, or a failed export: `refused` if the client may not or cannot have it,
 * `failed` for an error of the service. A missing permission is already recorded. A successful read is recorded where
 * it happens.
 */
export function auditRefusedReadings(dependencies: Dependencies): ErrorRequestHandler {
  return async (thrown, req, _res, next) => {
    const { caller } = req
    const operation = (req.openapi as { schema?: Operation } | undefined)?.schema
    const action = caller && operation && auditedAs(operation, req)
    if (!caller || !action || !isReading(action)) return next(thrown)
    const error = asDatabaseUnavailable(req.handlerFault ?? thrown)
    if (error instanceof DatabaseUnavailable) return next(thrown)
    try {
      await recordRefused(dependencies, req, caller, action, asDomainError(error, req))
    } catch (failure) {
      req.log.error({ err: failure }, 'audit record of a refused reading not written')
    }
    next(thrown)
  }
}

function isReading(action: string): boolean {
  return configReadings.includes(action) || action === 'inventory.export'
}

async function recordRefused(
  dependencies: Dependencies,
  req: Request,
  { actor, tenantId: named }: Caller,
  action: string,
  refusal: DomainError | undefined,
): Promise<void> {
  const own = actor.tenantId
  const scope: Scope = own ? { kind: 'tenant', tenantId: own } : { kind: 'platform' }
  await inScope(dependencies.knex, scope, async (trx) => {
    const ofRequest = { ...auditObject(req), tenantId: own ?? (await tenantOf(trx, req, named)) }
    const compared = await findComparedLineages(trx, req)
    const context = { actor, origin: originOf(req), tenantId: ofRequest.tenantId, now: dependencies.now(), trx }
    for (const object of compared.length > 0 ? compared : [ofRequest]) {
      await recordAudit(context, action, {
        ...object,
        outcome: refusal && refusal.status < 500 ? ('refused' as const) : ('failed' as const),
        detail: { status: refusal?.status ?? 500, ...(refusal?.fields.code && { code: refusal.fields.code }) },
        ofAllTenants: true,
      })
    }
  })
}

/** Returns the lineages of a comparison of any two versions, which are in its query, as far as the caller sees them. */
async function findComparedLineages(
  trx: ScopedTransaction,
  req: Request,
): Promise<{ kind: string; id: string; tenantId: string }[]> {
  if (objectOfRequest(req)) return []
  const ids = [req.query['from'], req.query['to']].filter((id) => typeof id === 'string' && isUuid(id))
  if (ids.length === 0) return []
  const rows = await trx('versions')
    .whereIn('id', ids as string[])
    .distinct('artifact_id', 'tenant_id')
  return rows.map((row) => ({ kind: 'artifact', id: row.artifact_id, tenantId: row.tenant_id }))
}

/** Returns the tenant of the object in the path, or of the query, if it exists. */
async function tenantOf(trx: ScopedTransaction, req: Request, named: string | null): Promise<string | null> {
  const object = objectOfRequest(req)
  const tenantId = (object && (await tenantOfObject(trx, object))) ?? named
  const tenant = tenantId !== null && isUuid(tenantId) ? await trx('tenants').where({ id: tenantId }).first('id') : null
  return tenant?.id ?? null
}
