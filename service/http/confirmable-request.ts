import fs from 'node:fs'
import path from 'node:path'
import type { ConfirmedRequest } from '../store/models/login-code.ts'
import type { ScopedTransaction } from '../store/scope.ts'
import { invalidField } from '../domain/kernel/domain-error.ts'
import type { Actor } from '../domain/kernel/context.ts'
import { maxBodyBytes, readDetails } from './confirmable-details.ts'
import { isUuid, objectsInPath } from './named-objects.ts'
import { withoutSecrets } from './redact-request-secrets.ts'

/** A request that a client will send once its user has confirmed it. `path` has its query. */
export interface AnnouncedRequest {
  method: string
  path: string
  body?: unknown
}

interface Described {
  operationId: string
  method: string
  pattern: RegExp
}

/** Columns with what a user calls a row. */
const nameColumns: Record<string, string> = {
  tenants: 'name',
  users: 'email',
  roles: 'name',
  devices: 'name',
  approvals: 'requested_by_name',
  second_factors: 'name',
}

/** A code cannot confirm another code: one proof of identity would last for ever. */
const excluded = new Set(['confirmLoginCode'])

/** In JSON, behind an even number of backslashes. */
const nul = /(?<!\\)(\\\\)*\\u0000/

const operations = readOperations()

/**
 * Returns what a user reads before the confirmation of a request: its operation, and the names of what it names, as far
 * as the transaction sees them.
 * @throws DomainError validation_failed for a request that needs no confirmation, or that a code cannot confirm
 */
export async function describeRequest(
  caller: { trx: ScopedTransaction; actor: Actor },
  { method, path: target, body = null }: AnnouncedRequest,
): Promise<ConfirmedRequest> {
  const { trx } = caller
  const [, pathname = '', query = ''] = /^([^?]*)\??(.*)$/.exec(target) ?? []
  const operation = operations.find((one) => one.method === method && one.pattern.test(pathname))
  if (!operation) throw invalidField('action.path', 'not_confirmable')
  requireStorable(body)
  const pathParams = operation.pattern.exec(pathname)?.groups ?? {}
  const objects = objectsInPath({ openapi: { pathParams } as never })
  const details = await readDetails(caller, pathParams)
  const params = new URLSearchParams(query)
  const ofPath = pathParams['level']
    ? objectOfLevel(pathParams['level'], params, caller.actor)
    : objects.findLast(({ table }) => table in nameColumns)
  const isFactor = ofPath?.table === 'second_factors'
  const ofId = isFactor && details.factorKind === null ? null : await readName(trx, ofPath)
  const tenant = objects.some(({ table }) => table === 'tenants') ? null : params.get('tenant')
  return {
    operation: operation.operationId,
    method,
    path: target,
    body: withoutSecrets(body),
    objectName: Object.keys(pathParams).length > 0 ? (details.fingerprint?.deviceName ?? ofId) : nameIn(body),
    tenantName: await readName(trx, rowNamed('tenants', tenant)),
    details,
  }
}

/** Returns the object of a level of a policy: the device or the customer of the query, or the caller's customer. */
function objectOfLevel(level: string, params: URLSearchParams, { tenantId }: Actor) {
  if (level === 'device') return rowNamed('devices', params.get('device_id'))
  return level === 'customer' ? rowNamed('tenants', params.get('tenant') ?? tenantId) : undefined
}

function rowNamed(table: string, id: string | null): { table: string; id: string } | undefined {
  return id !== null && isUuid(id) ? { table, id } : undefined
}

async function readName(
  trx: ScopedTransaction,
  object: { table: string; id: string } | undefined,
): Promise<string | null> {
  const column = object && nameColumns[object.table]
  if (!column) return null
  const row = await trx(object.table).where({ id: object.id }).first(column)
  return (row?.[column] as string | undefined) ?? null
}

/** Returns the name of what a request creates. The name of a user can be chosen to look like another's e-mail address. */
function nameIn(body: unknown): string | null {
  const { name, email } = (body ?? {}) as { name?: unknown; email?: unknown }
  return [email, name].find((one) => typeof one === 'string') ?? null
}

/** @throws DomainError validation_failed for a body that is large, or that PostgreSQL cannot store */
function requireStorable(body: unknown): void {
  const text = JSON.stringify(body)
  if (Buffer.byteLength(text) > maxBodyBytes) {
    throw invalidField('action.body', 'size_above_maximum', { max: maxBodyBytes })
  }
  if (nul.test(text)) throw invalidField('action.body', 'contains_nul')
}

function readOperations(): Described[] {
  const file = path.join(import.meta.dirname, '../../shared/contract/openapi.json')
  const { paths } = JSON.parse(fs.readFileSync(file, 'utf8')) as { paths: Record<string, Record<string, Stated>> }
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods)
      .filter(([, stated]) => stated['x-confirmation'] && !excluded.has(stated.operationId))
      .map(([method, { operationId }]) => ({
        operationId,
        method: method.toUpperCase(),
        pattern: patternOf(template),
      })),
  )
}

interface Stated {
  operationId: string
  'x-confirmation'?: unknown
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/%]+)')}$`) // Express decodes what % begins
}
