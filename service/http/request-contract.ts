/** A part of the API description: an object, whose values may be parts. */
type Part = Record<string, unknown>

/** The API description, with `$ref` to its own components only. */
export interface ApiDescription extends Part {
  paths: Record<string, Part>
  components: { responses: Record<string, Part>; schemas: Record<string, Part> } & Part
}

/**
 * Returns the part of the description that validates requests: no webhooks, no bodies of responses, and no schemas that
 * only these refer to. Status codes and headers of responses remain. Preparing the whole description takes twice the CPU
 * at each start.
 */
export function selectRequestContract(description: ApiDescription): ApiDescription {
  const { webhooks: _, paths: allPaths, components, ...others } = description
  const paths = mapParts(allPaths, (path) =>
    mapParts(path, (operation) => {
      const { responses } = operation
      return responses ? { ...operation, responses: removeBodies(responses as Record<string, Part>) } : operation
    }),
  )
  const { schemas, ...otherComponents } = components
  const responses = removeBodies(components.responses)
  const needed = new Set<string>()
  addReferences({ paths, components: { ...otherComponents, responses } }, schemas, needed)
  const neededSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)))
  return { ...others, paths, components: { ...otherComponents, responses, schemas: neededSchemas } }
}

function removeBodies(responses: Record<string, Part>): Record<string, Part> {
  return mapParts(responses, ({ content: _, ...response }) => response)
}

/** Lists, such as the parameters of a path, remain as they are. */
function mapParts(part: Part, change: (value: Part) => Part): Record<string, Part> {
  const entries = Object.entries(part as Record<string, Part>)
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value : change(value)]))
}

const schemaPointer = '#/components/schemas/'

/** Adds the names of the schemas that a part refers to, and of those that these refer to. */
function addReferences(part: unknown, schemas: Record<string, Part>, names: Set<string>): void {
  if (typeof part === 'string' && part.startsWith(schemaPointer)) {
    const name = part.slice(schemaPointer.length)
    if (names.has(name)) return
    names.add(name)
    addReferences(schemas[name], schemas, names)
  } else if (typeof part === 'object' && part !== null) {
    for (const value of Object.values(part)) addReferences(value, schemas, names)
  }
}
