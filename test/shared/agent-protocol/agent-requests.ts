import fs from 'node:fs'
import path from 'node:path'

type Node = { [key: string]: Node } | Node[] | string | number | boolean | null

interface Operation {
  requestBody?: { content: Record<string, { schema: Node }> }
  parameters?: Node[]
}

const contract = path.join(import.meta.dirname, '../../../shared/contract/openapi.json')

/** Requests of protocol 2 as released agents send them. */
export const storedRequests = path.join(import.meta.dirname, 'requests-of-protocol-2.json')

/**
 * Returns the bodies and parameters that agents send, by method and path, and the schemas that these refer to, without
 * descriptions.
 */
export function readAgentRequests(): Record<'bodies' | 'parameters' | 'schemas', Record<string, Node>> {
  const api = JSON.parse(fs.readFileSync(contract, 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Node> }
  }
  const bodies: Record<string, Node> = {}
  const given: Record<string, Node> = {}
  for (const [address, methods] of Object.entries(api.paths).filter(([at]) => at.startsWith('/api/agent/'))) {
    for (const [method, { requestBody, parameters = [] }] of Object.entries(methods)) {
      given[`${method} ${address}`] = withoutDescriptions(parameters)
      for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
        bodies[`${method} ${address} ${type}`] = withoutDescriptions(schema)
    }
  }
  const schemas: Record<string, Node> = {}
  const missing = namesIn({ bodies, given })
  for (const name of missing) {
    schemas[name] = withoutDescriptions(api.components.schemas[name]!)
    namesIn(schemas[name]).forEach((other) => missing.add(other))
  }
  return { bodies, parameters: given, schemas }
}

function withoutDescriptions(node: Node): Node {
  if (Array.isArray(node)) return node.map(withoutDescriptions)
  if (node === null || typeof node !== 'object') return node
  const kept = Object.entries(node).filter(([key, value]) => key !== 'description' || typeof value !== 'string')
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutDescriptions(value)]))
}

/** Returns the names of the schemas that a node refers to. */
function namesIn(node: Node): Set<string> {
  return new Set([...JSON.stringify(node).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!))
}
