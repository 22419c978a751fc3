import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { message } from '../../../../shared/messages/message.ts'
import { readLinuxServerOptions } from '../../../../shared/platforms/linux-server-options.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import type { FieldError } from '../../kernel/domain-error.ts'
import { schemaError } from '../../kernel/schema-error.ts'

type Options = Readonly<Record<string, unknown>>

/**
 * Returns the errors of a device's options for its platform: violations of the platform's JSON Schema, then of rules
 * that a schema cannot express. Empty if the options are valid, or the platform is unknown.
 */
export function faultsOfOptions(platform: Platform | undefined, options: Options): FieldError[] {
  if (!platform) return []
  const validate = validatorOf(platform)
  if (!validate(options)) return (validate.errors ?? []).map(faultOf)
  const unstorable = unstorableText(options, 'options')
  return unstorable.length > 0 ? unstorable : (meaningFaults[platform.id]?.(options) ?? [])
}

const meaningFaults: Record<string, (options: Options) => FieldError[]> = {
  linux_server: (options) =>
    readLinuxServerOptions(options).errors.map(({ option, error }) => ({ path: `options.${option}`, error })),
}

const ajv = new Ajv2020({ allErrors: true, strict: true })
addFormats.default(ajv)
const validators = new WeakMap<Platform, ValidateFunction>()

function validatorOf(platform: Platform): ValidateFunction {
  const known = validators.get(platform)
  if (known) return known
  const made = ajv.compile(platform.options)
  validators.set(platform, made)
  return made
}

function faultOf(violation: ErrorObject): FieldError {
  const { keyword, instancePath, params } = violation
  const path = `options${instancePath.replaceAll('/', '.')}`
  switch (keyword) {
    case 'additionalProperties':
      return { path: `${path}.${params['additionalProperty']}`, error: message('option_not_of_platform') }
    case 'required':
      return { path: `${path}.${params['missingProperty']}`, error: message('option_required') }
    default:
      return { path, error: schemaError(violation) }
  }
}

/** `jsonb` cannot store NUL, whatever a schema allows. */
function unstorableText(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') return value.includes('\0') ? [{ path, error: message('contains_nul') }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => unstorableText(inner, `${path}.${key}`))
}
