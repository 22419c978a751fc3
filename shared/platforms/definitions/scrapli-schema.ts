const text = { type: 'string', minLength: 1, maxLength: 1_000 }
const texts = { type: 'array', items: text, maxItems: 200 }
/** One of `write`, `send_input`, `send_prompted_input` and `enter_mode`, with its values. */
const instructions = {
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: { type: 'object', additionalProperties: { type: ['string', 'boolean', 'number'] } },
  },
}

/** What a scrapli definition contains. Unknown keys are reported, not refused. */
export const scrapliSchema = {
  type: 'object',
  required: ['default_mode', 'modes'],
  properties: {
    prompt_pattern: text,
    default_mode: text,
    modes: {
      type: 'array',
      minItems: 1,
      maxItems: 50,
      items: {
        type: 'object',
        required: ['name'],
        anyOf: [{ required: ['prompt_pattern'] }, { required: ['prompt_exact'] }],
        properties: {
          name: text,
          prompt_pattern: text,
          prompt_exact: text,
          prompt_excludes: texts,
          accessible_modes: {
            type: 'array',
            maxItems: 50,
            items: { type: 'object', required: ['name', 'instructions'], properties: { name: text, instructions } },
          },
        },
      },
    },
    failure_indicators: texts,
    on_open_instructions: instructions,
    on_close_instructions: instructions,
    force_in_session_auth: { type: 'boolean' },
    bypass_in_session_auth: { type: 'boolean' },
    ntc_templates_platform: text,
    genie_platform: text,
  },
} as const

export interface ScrapliMode {
  name: string
  prompt_pattern?: string
  prompt_exact?: string
  prompt_excludes?: string[]
  accessible_modes?: { name: string; instructions: Instruction[] }[]
}

/** An instruction by its name. */
export type Instruction = Readonly<Record<string, Readonly<Record<string, string | boolean | number>>>>

export interface ScrapliDefinition {
  prompt_pattern?: string
  default_mode: string
  modes: ScrapliMode[]
  failure_indicators?: string[]
  on_open_instructions?: Instruction[]
  on_close_instructions?: Instruction[]
  force_in_session_auth?: boolean
}
