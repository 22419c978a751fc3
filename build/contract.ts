/**
 * Builds the files that programs read from the contract (shared/contract/openapi.yaml and paths/): one bundled
 * openapi.json, the same without the agents' operations (public-openapi.json), the rules of the
 * console's forms, and the types. With `--check` it writes
 * nothing, and exits with 1 on a stale file or a fault in the document.
 */
import fs from 'node:fs'
import path from 'node:path'
import { bundle, createConfig, lint } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { fieldErrors } from '../shared/messages/codes/field-errors.ts'
import { imports } from '../shared/messages/codes/imports.ts'
import { problems } from '../shared/messages/codes/problems.ts'
import { formSchemas } from './form-schemas.ts'
import { lintIntegers } from './lint-integers.ts'
import { lintOperations, operationsIn } from './lint-operations.ts'

const contract = path.join(import.meta.dirname, '../shared/contract')
const source = path.join(contract, 'openapi.yaml')
const codeGroups = {
  fieldErrors: Object.keys(fieldErrors),
  imports: Object.keys(imports).map((code) => code.replace('import_', '')),
  problems: Object.keys(problems),
}
type Schema = { enum?: string[]; 'x-codes'?: keyof typeof codeGroups }
const check = process.argv.includes('--check')

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'operation-2xx-response': 'off', // `lintOperations` checks it, and accepts redirects
    'operation-4xx-response': 'error',
    'no-ambiguous-paths': 'off', // `export` and `versions` in these paths are not ids
    'security-defined': 'error',
    'operation-description': 'error',
    'operation-singular-tag': 'error',
    'operation-tag-defined': 'error',
    'tag-description': 'error',
    'parameter-description': 'error',
    'paths-kebab-case': 'error',
    'path-http-verbs-order': 'error',
    'no-duplicated-tag-names': 'error',
    'no-schema-type-mismatch': 'error',
    'no-required-schema-properties-undefined': 'error',
    'no-invalid-schema-examples': 'error',
    'no-invalid-parameter-examples': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-unused-components': 'error',
  },
})
/** SCIM defines the names of its paths (RFC 7644, section 3.2). */
const faults = (await lint({ ref: source, config })).filter(
  ({ ruleId, location }) =>
    ruleId !== 'paths-kebab-case' || !location[0]?.source.absoluteRef.endsWith('/paths/scim.yaml'),
)
for (const fault of faults) {
  const at = fault.location[0]
  console.error(`${at?.source.absoluteRef.split('/').slice(-2).join('/')} ${at?.pointer ?? ''}: ${fault.message}`)
}

const bundled = listCodes((await bundle({ ref: source, config })).bundle.parsed)
const houseFaults = lintOperations(bundled as Parameters<typeof lintOperations>[0])
houseFaults.push(...lintIntegers(bundled))
for (const { operation, message } of houseFaults) console.error(`${operation} ${message}`)
const json = `${JSON.stringify(bundled, null, 1)}\n`
const types = astToString(
  await openapiTS(JSON.parse(json) as never, { readWriteMarkers: true, defaultNonNullable: false, alphabetize: false }),
)
let stale = 0
keep('openapi.json', json)
keep('public-openapi.json', `${JSON.stringify(await bundlePublic(), null, 1)}\n`)
keep('form-schemas.ts', formSchemas(bundled as Parameters<typeof formSchemas>[0]))
keep('api-types.ts', `// Made by \`npm run api\` from openapi.yaml.\n${types}`)
if (stale > 0 || faults.length > 0 || houseFaults.length > 0) process.exit(1)

/** Returns the document without the operations of agents. The service serves it and clients are generated from it. */
async function bundlePublic(): Promise<object> {
  const withoutInternal = await createConfig({ decorators: { 'remove-x-internal': 'on' } })
  const { bundle: document } = await bundle({ ref: source, config: withoutInternal, removeUnusedComponents: true })
  const { tags, components, ...rest } = document.parsed
  listCodes(document.parsed)
  const { agentSignature: _, ...securitySchemes } = components.securitySchemes
  const used = new Set(operationsIn(rest).flatMap((operation) => operation.tags ?? []))
  return {
    ...rest,
    tags: tags.filter(({ name }: { name: string }) => used.has(name)),
    components: { ...components, securitySchemes },
  }
}

/** Sets the enumeration of each schema with `x-codes` to the codes of that message group. */
function listCodes<Document extends { components: { schemas: Record<string, Schema> } }>(document: Document): Document {
  for (const schema of Object.values(document.components.schemas)) {
    const group = schema['x-codes']
    if (!group) continue
    schema.enum = [...new Set([...(schema.enum ?? []), ...codeGroups[group]])].sort()
    delete schema['x-codes']
  }
  return document
}

function keep(name: string, text: string) {
  const file = path.join(contract, name)
  if (!check) return fs.writeFileSync(file, text)
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return
  stale += 1
  console.error(`${name} is not what openapi.yaml makes: run \`npm run api\``)
}
