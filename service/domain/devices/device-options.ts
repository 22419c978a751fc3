import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { readLinuxServerOptions } from '../../../shared/platforms/linux-server-options.ts'
import { platformById } from '../../../shared/platforms/registry.ts'

type Options = Readonly<Record<string, unknown>>

/** A fault of one field, by its path in a request. */
export interface Fault {
  path: string
  message: string
}

/**
 * What is wrong with a device's options for its platform: their shape by the platform's JSON Schema, then what no schema
 * can say. Empty when they can be used.
 */
export function faultsOfOptions(platformId: string, options: Options): Fault[] {
  const validate = validatorOf(platformId)
  if (!validate(options)) return (validate.errors ?? []).map(faultOf)
  const unstorable = unstorableText(options, 'options')
  return unstorable.length > 0 ? unstorable : (meaningFaults[platformId]?.(options) ?? [])
}

const meaningFaults: Record<string, (options: Options) => Fault[]> = {
  linux_server: (options) =>
    readLinuxServerOptions(options).refusals.map(({ option, message }) => ({ path: `options.${option}`, message })),
}

const ajv = new Ajv2020({ allErrors: true, strict: true })
addFormats.default(ajv)
const validators = new Map<string, ValidateFunction>()

function validatorOf(platformId: string): ValidateFunction {
  const known = validators.get(platformId)
  if (known) return known
  const platform = platformById(platformId)
  if (!platform) throw new Error(`no platform ${platformId}`)
  const made = ajv.compile(platform.options)
  validators.set(platformId, made)
  return made
}

function faultOf({ keyword, instancePath, params, message }: ErrorObject): Fault {
  const path = `options${instancePath.replaceAll('/', '.')}`
  switch (keyword) {
    case 'additionalProperties':
      return { path: `${path}.${params['additionalProperty']}`, message: 'is no option of this platform' }
    case 'required':
      return { path: `${path}.${params['missingProperty']}`, message: 'is required on this platform' }
    case 'enum':
      return { path, message: `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}` }
    default:
      return { path, message: message ?? 'cannot be used' }
  }
}

/** jsonb takes no NUL, whatever a schema says. */
function unstorableText(value: unknown, path: string): Fault[] {
  if (typeof value === 'string') return value.includes('\0') ? [{ path, message: 'holds a NUL character' }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unstorableText(inner, `${path}.${key}`))
}
