import type { AnyValidateFunction } from 'ajv/dist/types/index.js'
import descriptions from 'express-openapi-validator/dist/framework/openapi.schema.validator.js'
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js'
import util from 'express-openapi-validator/dist/middlewares/util.js'

/**
 * Makes express-openapi-validator compile a schema when the first value is validated against it. Version 5.6.2 (the
 * newest) compiles at its start each alternative of a discriminator and the schema of OpenAPI itself, and at the first
 * response of an operation the schemas of all its statuses, though most refer to the same problem. Its middleware calls
 * these functions through the exports of their modules and through a prototype, so one replacement applies to all
 * validators of the process. `test/service/http/compile-when-used.test.ts` fails if a new version works differently.
 */
export function compileWhenUsed(): void {
  if (util.useAjvCache === useValidator) return
  compile = util.useAjvCache
  util.useAjvCache = useValidator
  const prototype = SchemaPreprocessor.prototype as unknown as Preprocessor
  const { preProcess } = prototype
  prototype.preProcess = function () {
    const ajv = this.ajv
    const compileNow = ajv.compile.bind(ajv)
    ajv.compile = (schema) => whenUsed(() => compileNow(schema))
    return preProcess.call(this)
  }
  const { OpenAPISchemaValidator } = descriptions
  descriptions.OpenAPISchemaValidator = class {
    constructor(options: ConstructorParameters<typeof OpenAPISchemaValidator>[0]) {
      if (options.validateApiSpec) return new OpenAPISchemaValidator(options)
    }
  } as typeof OpenAPISchemaValidator
}

let compile: typeof util.useAjvCache

interface Preprocessor {
  ajv: { compile(schema: object): AnyValidateFunction }
  preProcess(): unknown
}

/** By the schema of their responses. Operations that refer to a schema of the document share the object. */
const ofResponses = new WeakMap<object, AnyValidateFunction>()

const useValidator: typeof util.useAjvCache = (ajv, schema: { properties?: { response?: object } }, key) => {
  const response = schema.properties?.response
  return whenUsed(() => {
    const known = response && ofResponses.get(response)
    const made = known ?? compile(ajv, schema, key)
    if (response) ofResponses.set(response, made)
    return made
  })
}

/** Returns a validator that `make` creates at the first use. */
function whenUsed(make: () => AnyValidateFunction): AnyValidateFunction {
  let made: AnyValidateFunction | undefined
  const validate = (value: unknown) => {
    made ??= make()
    const isValid = made(value)
    Object.assign(validate, { errors: made.errors })
    return isValid
  }
  return validate as unknown as AnyValidateFunction
}
