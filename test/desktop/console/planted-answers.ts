import fs from 'node:fs'
import path from 'node:path'

/** Hostile values of any text field: markup, control characters and bidirectional overrides. */
export const plantedText =
  '<planted-mark></planted-mark><img src="x" onerror="globalThis.planted = 1">\u0007\u001b[31m\u202e\u200b&lt;b&gt;'

interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  allOf?: Schema[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
}

interface Operation {
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

const contract = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../../../shared/contract/openapi.json'), 'utf8'),
) as { paths: Record<string, Record<string, Operation>>; components: Record<string, Record<string, Schema>> }

const templates = Object.keys(contract.paths).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
}))

/** Texts that programs interpret: a few values each, although the contract lists none, or with their own meaning. */
const ofPrograms = new Set(['key', 'time_zone', 'cursor', 'options_schema', 'schedule', 'token', 'permissions'])

/**
 * An answer of the service with `plantedText` behind every text that the contract lets be any text. Ids, instants, words of
 * a list and what has a form stay.
 * @param answer a JSON value; unknown parts stay unchanged
 */
export function plantIn(method: string, address: string, answer: unknown): unknown {
  const exact = templates.find(({ template }) => template === address)
  const found = exact ?? templates.find(({ pattern }) => pattern.test(address))
  const operation = found && contract.paths[found.template]?.[method.toLowerCase()]
  const schemas = Object.entries(operation?.responses ?? {})
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => Object.values(content ?? {}).flatMap(({ schema }) => (schema ? [schema] : [])))
  return plant(answer, schemas.flatMap(contentRefs))
}

function plant(value: unknown, schemas: Schema[]): unknown {
  if (typeof value === 'string') return schemas.length > 0 && schemas.every(takesAnyText) ? value + plantedText : value
  if (Array.isArray(value)) {
    const items = schemas.flatMap((schema) => (schema.items ? contentRefs(schema.items) : []))
    return value.map((item) => plant(item, items))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      ofPrograms.has(name)
        ? inner
        : plant(
            inner,
            schemas.flatMap((schema) => partsOfField(schema, name)),
          ),
    ]),
  )
}

function partsOfField({ properties, additionalProperties }: Schema, name: string): Schema[] {
  const known = properties?.[name]
  if (known) return contentRefs(known)
  return typeof additionalProperties === 'object' ? contentRefs(additionalProperties) : []
}

/** The schemas that hold of a value, or may. */
function contentRefs(schema: Schema): Schema[] {
  const all = schema.$ref ? contentRefs(named(schema.$ref)) : []
  const inner = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(contentRefs)
  const { $ref: _ref, allOf: _all, oneOf: _one, anyOf: _any, ...own } = schema
  return [...all, ...inner, ...('type' in own || 'enum' in own || 'const' in own || 'pattern' in own ? [own] : [])]
}

function named(ref: string): Schema {
  const [, , group = '', name = ''] = ref.split('/')
  return contract.components[group]?.[name] ?? {}
}

function takesAnyText({ type, enum: words, const: word, format, pattern }: Schema): boolean {
  if (type === 'null' || (type !== undefined && ![type].flat().includes('string'))) return true
  return words === undefined && word === undefined && format === undefined && pattern === undefined
}
