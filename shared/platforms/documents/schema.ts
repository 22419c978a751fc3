import { displayVerbs } from './display-verbs.ts'

/** Limits of a document. Each is checked when it is read. */
export const documentLimits = {
  bytes: 64 * 1024,
  patternLength: 500,
  patterns: 300,
  depth: 12,
  /** Length of a chain of documents that extend each other. */
  extends: 5,
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f]*$' })
const pattern = { type: 'string', minLength: 1, maxLength: documentLimits.patternLength, format: 'linear-pattern' }
const patterns = { type: 'array', items: pattern, maxItems: 60 }
const command = { type: 'string', minLength: 1, maxLength: 200, pattern: '^[ -~]+$' }
const commands = { type: 'array', items: command, minItems: 1, maxItems: 10 }
/** Keys that begin with `extra-` are those of extra commands. */
const key = { type: 'string', pattern: '^(?!extra-)[a-z][a-z0-9-]{0,31}$' }
const keys = { type: 'array', items: key, minItems: 1, maxItems: 20 }
const id = { type: 'string', pattern: '^[a-z][a-z0-9_]{1,40}$' }
const seconds = { type: 'integer', minimum: 1, maximum: 3_600 }
const filePath = { type: 'string', maxLength: 300, pattern: '^[\\w./-]+$' }
const urlPath = { type: 'string', maxLength: 300, pattern: '^/[!-~]*$' }
/** Long enough that other messages do not contain it by chance. */
const part = { type: 'string', minLength: 4, maxLength: 100, pattern: '^[ -~]+$' }
const parts = { anyOf: [part, { type: 'array', items: part, minItems: 1, maxItems: 20 }] }
const ending = { type: 'string', minLength: 1, maxLength: 20, pattern: '^(?:[ -~]+|\\x04)$' }
const characters = { type: 'string', minLength: 1, maxLength: 4, pattern: '^[!-~]+$' }
const character = { type: 'string', minLength: 1, maxLength: 1, pattern: '^[!-~]$' }

function closed(properties: Record<string, unknown>, required: string[] = [], more: Record<string, unknown> = {}) {
  return { type: 'object', additionalProperties: false, properties, required, ...more }
}

function byArtifact(value: unknown) {
  return { type: 'object', propertyNames: key, additionalProperties: value, minProperties: 1, maxProperties: 20 }
}

function orNull(schema: object) {
  return { anyOf: [schema, { type: 'null' }] }
}

const timeouts = closed({ prompt: seconds, silence: seconds, output: seconds })

const complete = {
  first: orNull(pattern),
  last: orNull(pattern),
  contains: orNull({ ...patterns, minItems: 1 }),
  min_lines: orNull({ type: 'integer', minimum: 2, maximum: 10_000 }),
  brackets: orNull({ type: 'boolean' }),
}

const shell = closed({
  prompt: closed({ host: pattern, varies: pattern, privileged: characters, user: character }),
  lead: pattern,
  newline: { enum: ['lf', 'cr'] },
  comment: { enum: ['!', '#', null] },
  system_shell: closed({ prompt: pattern, command }, ['prompt', 'command']),
  exec: closed({ probe: command, answered: pattern }, ['probe', 'answered']),
  login: {
    type: 'array',
    maxItems: 10,
    items: closed(
      {
        seen: pattern,
        key: { type: 'string', pattern: '^[ -~\\r\\x19]$' },
        line: { type: 'string', pattern: '^[A-Za-z0-9]{0,8}$' },
        answer: { enum: ['username', 'password'] },
      },
      ['seen'],
      { minProperties: 2, maxProperties: 2 },
    ),
  },
  choices: {
    type: 'array',
    maxItems: 5,
    items: closed({ seen: pattern, number: { type: 'integer', minimum: 0, maximum: 99 } }, ['seen', 'number']),
  },
  blocked: pattern,
  enable: orNull(closed({ command, name: pattern, secret: pattern, refused: patterns }, ['command'])),
  prepare: { type: 'array', items: command, maxItems: 10 },
  pager: orNull(closed({ mark: pattern, key: { type: 'string', pattern: '^[ -~\\r]$' } }, ['mark'])),
  errors: patterns,
  denied: patterns,
  busy: patterns,
  broken: pattern,
  preamble: patterns,
  syslog: pattern,
  logout: { anyOf: [ending, { type: 'array', items: ending, minItems: 2, maxItems: 3 }] },
  timeouts,
  max_mib: { type: 'integer', minimum: 1, maximum: 256 },
})

const rules = {
  type: 'array',
  maxItems: 60,
  items: {
    anyOf: [pattern, closed({ pattern, every: { type: 'boolean' }, artifacts: keys, within: pattern }, ['pattern'])],
  },
}

/** JSON Schema (2020-12) of a platform document. It is closed: an unknown key is an error. */
export const documentSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Coffer platform document, version 1',
  ...closed(
    {
      coffer: { const: 1 },
      id,
      name: text(80),
      vendor: text(80),
      revision: { type: 'integer', minimum: 1, maximum: 1_000 },
      extends: id,
      base: { type: 'boolean' },
      evidence: closed({ level: { enum: ['replayed', 'partly', 'modelled'] }, note: text(500) }, ['level']),
      allow: { type: 'array', items: { type: 'string', pattern: '^[a-z][a-z0-9-]{1,20}$' }, maxItems: 20 },
      verbs: { enum: Object.keys(displayVerbs) },
      ssh: shell,
      files: byArtifact(closed({ path: filePath, required: { type: 'boolean' }, ...complete }, ['path'])),
      api: closed(
        {
          port: { type: 'integer', minimum: 1, maximum: 65_535 },
          login: { enum: ['basic', 'bearer'] },
          check: closed({ path: urlPath, contains: pattern }, ['path']),
          requests: byArtifact(
            closed(
              {
                path: urlPath,
                required: { type: 'boolean' },
                headers: {
                  type: 'object',
                  maxProperties: 5,
                  propertyNames: { enum: ['accept', 'x-requested-with'] },
                  additionalProperties: text(100),
                },
                type: pattern,
                ...complete,
              },
              ['path'],
            ),
          ),
          timeouts,
        },
        ['login', 'check', 'requests'],
      ),
      artifacts: byArtifact(
        orNull(
          closed({
            commands,
            required: { type: 'boolean' },
            skip: patterns,
            absent: pattern,
            timeouts: closed({ silence: seconds, output: seconds }),
            ...complete,
          }),
        ),
      ),
      compare: closed({ volatile: rules, ignored: rules, sorted: rules }),
      secrets: patterns,
      facts: { type: 'object', propertyNames: key, additionalProperties: patterns, maxProperties: 20 },
      outline: { anyOf: [{ enum: ['indent', 'braces'] }, closed({ section: pattern }, ['section'])] },
      changes: orNull(
        closed({
          syslog: {
            type: 'array',
            maxItems: 20,
            items: closed(
              {
                contains: parts,
                unless: parts,
                author: pattern,
              },
              ['contains'],
            ),
          },
          traps: {
            type: 'array',
            maxItems: 20,
            items: { type: 'string', pattern: '^1(?:\\.(?:0|[1-9][0-9]{0,9})){4,30}$' },
          },
        }),
      ),
      unsaved: orNull(closed({ running: key, saved: key, omit: patterns }, ['running', 'saved'])),
    },
    ['coffer', 'id'],
  ),
} as const
