import fs from 'node:fs'
import path from 'node:path'

/** A JSON Schema of the contract, with its references resolved. */
export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  oneOf?: Schema[]
  allOf?: Schema[]
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  example?: unknown
  schema: Schema
}

/** An operation of the contract, for tests that run for each operation. */
export interface ContractOperation {
  id: string
  method: string
  path: string
  permission: string
  /** The permission for a platform role without a tenant, if it differs. */
  globalPermission: string | undefined
  audit: string | undefined
  /** What happens without permission for secrets. */
  secrets: 'masked' | 'required' | undefined
  isUnscoped: boolean
  /** Whether it reads no tenant's data without a tenant. */
  readsPlatformData: boolean
  /** Also for callers limited to sites or tags. */
  isLimited: boolean
  /** Only in a session, not with a token. */
  isForSessions: boolean
  needsBearer: boolean
  parameters: Parameter[]
  body: Schema | undefined
  bodyRequired: boolean
  /** Whether it accepts any body, including one that is not JSON. */
  takesBody: boolean
  /** Whether it ignores unknown query parameters. */
  ignoresQuery: boolean
}

const file = path.join(import.meta.dirname, '../../shared/contract/openapi.json')

/** Returns every operation, in the document's order. */
export function readContract(): ContractOperation[] {
  const document = JSON.parse(fs.readFileSync(file, 'utf8'))
  const resolve = <T>(node: T): T => resolved(document, node) as T
  return Object.entries<Record<string, Record<string, unknown>>>(document.paths).flatMap(([where, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = resolve(operation['requestBody']) as
        { required?: boolean; content: Record<string, { schema: Schema }> } | undefined
      return {
        id: operation['operationId'] as string,
        method: method.toUpperCase(),
        path: where.replace('{level}', 'customer'), // not an object: the level that tests of every operation use
        permission: operation['x-permission'] as string,
        globalPermission: operation['x-global-permission'] as string | undefined,
        audit: operation['x-audit'] as string | undefined,
        secrets: operation['x-secrets'] as 'masked' | 'required' | undefined,
        isUnscoped: operation['x-unscoped'] === true,
        readsPlatformData: operation['x-platform-data'] === true,
        isLimited: operation['x-limited'] === true,
        isForSessions: operation['x-session'] === true || operation['x-confirmation'] === true,
        needsBearer: operation['security'] === undefined,
        parameters: (resolve(operation['parameters']) as Parameter[] | undefined) ?? [],
        body: body?.content['application/json']?.schema,
        bodyRequired: body?.required === true && 'application/json' in body.content,
        takesBody: body !== undefined,
        ignoresQuery: operation['x-eov-allow-unknown-query-parameters'] === true,
      }
    }),
  )
}

/** Returns the path with its parameters replaced by name; parameters without a value are left unchanged. */
export function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

function resolved(document: Record<string, unknown>, node: unknown, depth = 0): unknown {
  if (depth > 40) throw new Error('the contract refers to itself')
  if (Array.isArray(node)) return node.map((item) => resolved(document, item, depth + 1))
  if (typeof node !== 'object' || node === null) return node
  if ('$ref' in node && typeof node.$ref === 'string') {
    const target = node.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>(
        (at, key) => (at as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      )
    return resolved(document, target, depth + 1)
  }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, resolved(document, value, depth + 1)]))
}
