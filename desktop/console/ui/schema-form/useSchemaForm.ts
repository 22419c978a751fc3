import { type MaybeRefOrGetter, computed, ref, toValue } from 'vue'
import { messageText } from '../../language/service-messages.ts'
import { useForm } from '../useForm.ts'
import { type FieldRules, checkField } from './check-field.ts'
import type { FormFieldDefinition, FormSection } from './form-definition.ts'

type Keys<Values extends object> = (keyof Values & string) | `${keyof Values & string}.${string}`

/**
 * The state of a form, for `<SchemaForm :form="form">`: values, fields with the rules of their request schema, and the
 * errors of the browser and of the service.
 * @param definition `schema`: of `formSchemas`; `fields` in their order, or `sections` of them; `send` sends the values,
 *   and throws the service's problem
 */
export function useSchemaForm<Values extends object>(
  definition: {
    schema: Readonly<Record<string, FieldRules>>
    initial: Values
    send: (values: Values) => Promise<unknown>
    /** Whether a button is disabled until something changed. */
    mustChange?: boolean
    /** See `useUnsaved`. */
    lostWith?: readonly string[]
  } & (
    | { fields: readonly FormFieldDefinition<Keys<Values>>[] }
    | { sections: MaybeRefOrGetter<readonly FormSection<Keys<Values>>[]> }
  ),
) {
  const { schema, mustChange = false, lostWith } = definition
  const sections = computed<readonly FormSection[]>(() => {
    if ('sections' in definition) return toValue(definition.sections).filter(({ isShown }) => isShown?.() ?? true)
    return [{ key: '', title: () => '', fields: definition.fields }]
  })
  const fields = computed(() => sections.value.flatMap((section) => section.fields))
  const form = useForm(definition.initial, definition.send, {
    fields: () => fields.value.map(({ key, path }) => path ?? key),
    ...(lostWith && { lostWith }),
  })
  /** Whether the user tried to send: errors that the browser finds are then shown until they are corrected. */
  const wasTried = ref(false)
  const rulesOf = ({ key, path, isNeeded, rules }: FormFieldDefinition): FieldRules => ({
    ...schema[path ?? key],
    ...rules,
    ...(isNeeded && { required: true }),
  })

  function checked(field: FormFieldDefinition): string | undefined {
    if (field.isShown && !field.isShown()) return undefined
    const value = valueAt(form.values, field.key)
    const found = checkField(rulesOf(field), field.as === 'secret' ? value : trimmed(value))
    return found ? (messageText(found) ?? found.code) : field.check?.()
  }

  function errorOf(field: FormFieldDefinition): string | undefined {
    return (wasTried.value ? checked(field) : undefined) ?? form.errorOf(field.path ?? field.key)
  }

  /** Shows the errors that the browser finds. Returns whether there are none. */
  function validate(): boolean {
    wasTried.value = true
    return fields.value.every((field) => checked(field) === undefined)
  }

  /** Returns whether the values were sent. Nothing is sent while a field has an error that the browser finds. */
  async function submit(): Promise<boolean> {
    if (!validate()) return false
    const isSent = await form.submit()
    if (isSent) wasTried.value = false
    return isSent
  }

  /** Resets to the stored values. */
  function reset(to?: Values) {
    wasTried.value = false
    form.reset(to)
  }

  return {
    ...form,
    sections,
    rulesOf,
    errorOf,
    validate,
    submit,
    reset,
    valueAt: (key: string) => valueAt(form.values, key),
    setValueAt: (key: string, value: unknown) => setValueAt(form.values, key, value),
    errorCount: computed(() => fields.value.filter((field) => errorOf(field) !== undefined).length),
    canSend: computed(() => !mustChange || form.isDirty.value),
  }
}

/** What a form draws, whatever its values are. */
export type SchemaFormState = Omit<ReturnType<typeof useSchemaForm<object>>, 'values' | 'reset'> & {
  reset: () => void
}

/** Spaces around a text are not sent. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

function valueAt(values: object, key: string): unknown {
  return key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], values)
}

function setValueAt(values: object, key: string, value: unknown): void {
  const names = key.split('.')
  const last = names.pop()!
  const parent = names.length > 0 ? valueAt(values, names.join('.')) : values
  ;(parent as Record<string, unknown>)[last] = value
}
