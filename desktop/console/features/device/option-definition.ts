import type { useMessages } from '../../language/useMessages.ts'
import type { FieldRules } from '../../ui/schema-form/check-field.ts'
import type { FieldCodec, FormFieldDefinition } from '../../ui/schema-form/form-definition.ts'
import { messages } from './form-messages.ts'
import type { OptionField } from './option-fields.ts'

type Translate = ReturnType<typeof useMessages<typeof messages.en>>['t']
type KnownOption = keyof typeof messages.en.option.of
type OptionDefinition = FormFieldDefinition<`options.${string}`>

/** Returns the field of the device form for an option of its platform. An empty control means that it is not set. */
export function optionDefinition(option: OptionField, t: Translate): OptionDefinition {
  const key = `options.${option.name}` as const
  const rules = rulesOf(option)
  const label = () => optionLabel(option, t)
  if (option.kind !== 'number' || !option.name.endsWith('_bytes')) return { key, label, rules, ...controlOf(option, t) }
  const placeholder = () =>
    option.fallback === undefined ? undefined : String(gibibytes.shown(Number(option.fallback)))
  return { key, label, rules, as: 'number', placeholder, codec: gibibytes }
}

function controlOf(option: OptionField, t: Translate): Omit<OptionDefinition, 'key' | 'label'> {
  const same = (texts: readonly string[]) => texts.map((text) => ({ value: text, label: text }))
  const unset = () => ({ value: '', label: defaultText(option, t) })
  const answers = () => [unset(), { value: 'true', label: t('yes') }, { value: 'false', label: t('no') }]
  switch (option.kind) {
    case 'flag':
      return { as: 'choice', options: answers, codec: flag }
    case 'choice':
      return { as: 'choice', options: () => [unset(), ...same(option.choices)], codec: plain }
    case 'number':
      return { as: 'number', placeholder: () => option.fallback, codec: plain }
    case 'choices':
      return {
        as: 'choices',
        options: () => same(option.choices),
        none: () => t('option.all'),
        whole: true,
        codec: plain,
      }
    case 'lines':
      return { as: 'mono-lines', hint: () => t('option.lines'), whole: true, codec: lines }
    case 'json':
      return { as: 'mono-lines', whole: true, codec: json }
    case 'text':
      return { as: 'mono', codec: plain }
  }
}

function rulesOf(option: OptionField): FieldRules {
  const { required } = option
  if (option.kind === 'number') {
    const { least, most } = option
    return { required, ...(least !== undefined && { minimum: least }), ...(most !== undefined && { maximum: most }) }
  }
  if (option.kind !== 'text') return { required }
  const { pattern, longest } = option
  return { required, ...(pattern !== undefined && { pattern }), ...(longest !== undefined && { maxLength: longest }) }
}

const isEmpty = (shown: unknown) => shown === '' || (Array.isArray(shown) && shown.length === 0)
const plain: FieldCodec = { shown: (value) => value, stored: (shown) => (isEmpty(shown) ? undefined : shown) }
/** A number of bytes, as GiB. */
const gibibytes: FieldCodec = {
  shown: (value) => (typeof value === 'number' ? value / 2 ** 30 : ''),
  stored: (shown) => (typeof shown === 'number' ? Math.round(shown * 2 ** 30) : undefined),
}
const flag: FieldCodec = {
  shown: (value) => (typeof value === 'boolean' ? String(value) : ''),
  stored: (shown) => (shown === '' ? undefined : shown === 'true'),
}
const lines: FieldCodec = {
  shown: (value) => (Array.isArray(value) ? value.join('\n') : ''),
  stored: (shown) => (shown === '' ? undefined : String(shown).split('\n')),
}
/** A text that is no JSON is sent as it is, and the service reports it. */
const json: FieldCodec = {
  shown: (value) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
  stored: (shown) => (shown === '' ? undefined : parsedOr(String(shown))),
}

function parsedOr(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function defaultText({ fallback, kind }: OptionField, t: Translate): string {
  if (fallback === undefined) return t('option.unsaid')
  return t('option.default', { value: kind === 'flag' ? t(fallback === 'true' ? 'yes' : 'no') : fallback })
}

/** Returns an option's label: translated, or the description in the platform's schema for an unknown one. */
function optionLabel({ name, description }: OptionField, t: Translate): string {
  return name in messages.en.option.of ? t(`option.of.${name as KnownOption}`) : `${name}: ${description}`
}
