import fs from 'node:fs'
import path from 'node:path'
import type { Request } from 'express'

interface Parameter {
  $ref?: string
  name: string
  in: string
  schema?: { anyOf?: { type?: unknown }[] }
}

const file = path.join(import.meta.dirname, '../../shared/contract/openapi.json')
const { paths, components } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>
  components: { parameters: Record<string, Parameter> }
}

/** Returns the names of the operation's query parameters. */
export function queryParameters({ method, openapi }: Pick<Request, 'method' | 'openapi'>): ReadonlySet<string> {
  const operation = paths[openapi?.openApiRoute ?? '']?.[method.toLowerCase()]
  return new Set(inQuery(operation).map(({ name }) => name))
}

/** Returns the names of parameters that an operation accepts several times. */
export function repeatableParameters(): ReadonlySet<string> {
  const all = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(inQuery))
  const repeatable = all.filter(({ schema }) => schema?.anyOf?.some(({ type }) => type === 'array'))
  return new Set(repeatable.map(({ name }) => name))
}

function inQuery(operation: { parameters?: Parameter[] } | undefined): Parameter[] {
  const parameters = operation?.parameters ?? []
  return parameters
    .map((one) => (one.$ref === undefined ? one : components.parameters[one.$ref.split('/').at(-1)!]!))
    .filter((one) => one.in === 'query')
}
