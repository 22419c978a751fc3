/** A control for one option of a platform, generated from its JSON Schema. */
export type OptionField = {
  name: string
  required: boolean
  /** As in the schema. */
  description: string
  /** Default value. */
  fallback?: string
} & (
  | { kind: 'flag' }
  | { kind: 'number'; least?: number; most?: number }
  | { kind: 'text'; pattern?: string; longest?: number }
  | { kind: 'choice'; choices: string[] }
  | { kind: 'choices'; choices: string[] }
  | { kind: 'lines' }
  | { kind: 'json' }
)

interface Property {
  type?: string
  enum?: unknown[]
  items?: { type?: string; enum?: unknown[] }
  minimum?: number
  maximum?: number
  pattern?: string
  maxLength?: number
  default?: unknown
  description?: string
}

/** Required options first, then the platform's own, then the common ones. */
const ofEveryPlatform = ['artifacts', 'ssh_port', 'api_port', 'verify_tls', 'tls_fingerprint', 'legacy_algorithms']

/** Returns the option fields of a platform. A type without a control is edited as JSON. */
export function optionFields(schema: Record<string, unknown>): OptionField[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Property>
  const required = (schema['required'] ?? []) as string[]
  return Object.entries(properties)
    .map(([name, property]) => fieldOf(name, property, required.includes(name)))
    .toSorted((one, other) => place(one) - place(other))
}

/** Returns the options to send, without empty ones. */
export function cleanOptions(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => isSaid(value)))
}

/** Returns removed options: options are replaced as a whole. */
export function lostOptions(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  const kept = cleanOptions(after)
  return Object.keys(before).filter((name) => !(name in kept))
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

function place({ name, required }: OptionField): number {
  return (required ? 0 : 100) + ofEveryPlatform.indexOf(name) + 1
}

function fieldOf(name: string, property: Property, required: boolean): OptionField {
  const { description = '', default: fallback } = property
  const common = { name, required, description, ...(fallback !== undefined && { fallback: String(fallback) }) }
  const { type, items } = property
  if (type === 'boolean') return { ...common, kind: 'flag' }
  if (type === 'integer' || type === 'number') {
    const { minimum, maximum } = property
    const limits = { ...(minimum !== undefined && { least: minimum }), ...(maximum !== undefined && { most: maximum }) }
    return { ...common, kind: 'number', ...limits }
  }
  if (type === 'string' && property.enum) return { ...common, kind: 'choice', choices: property.enum.map(String) }
  if (type === 'string') {
    const { pattern, maxLength } = property
    const limits = { ...(pattern !== undefined && { pattern }), ...(maxLength !== undefined && { longest: maxLength }) }
    return { ...common, kind: 'text', ...limits }
  }
  if (type === 'array' && items?.enum) return { ...common, kind: 'choices', choices: items.enum.map(String) }
  if (type === 'array' && items?.type === 'string') return { ...common, kind: 'lines' }
  return { ...common, kind: 'json' }
}
