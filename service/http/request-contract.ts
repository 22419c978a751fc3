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
  const contract = structuredClone(description)
  delete contract['webhooks']
  for (const path of Object.values(contract.paths)) {
    for (const operation of Object.values(path)) removeBodies((operation as Part)['responses'] as Part | undefined)
  }
  removeBodies(contract.components.responses)
  const { schemas } = contract.components
  const { schemas: _, ...others } = contract.components
  const needed = new Set<string>()
  addReferences({ paths: contract.paths, others }, schemas, needed)
  contract.components.schemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => needed.has(name)))
  return contract
}

function removeBodies(responses: Part | undefined): void {
  for (const response of Object.values(responses ?? {})) delete (response as Part)['content']
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
