import { computed, ref } from 'vue'
import { messageText } from '../../language/messages.ts'
import { useForm } from '../useForm.ts'
import { type FieldRules, checkField } from './check-field.ts'
import type { FormFieldDefinition } from './form-definition.ts'

/**
 * The state of a form, for `<SchemaForm :form="form">`: values, fields with the rules of their request schema, and the
 * errors of the browser and of the service.
 * @param definition `schema`: of `formSchemas`; `fields`: in their order; `send` sends the values, and throws the
 *   service's problem
 */
export function useSchemaForm<Values extends object>(definition: {
  schema: Readonly<Record<string, FieldRules>>
  initial: Values
  fields: readonly FormFieldDefinition<keyof Values & string>[]
  send: (values: Values) => Promise<unknown>
  /** Whether a button is disabled until something changed. */
  mustChange?: boolean
}) {
  const { schema, fields, mustChange = false } = definition
  const paths = fields.map(({ key, path }) => path ?? key)
  const form = useForm(definition.initial, definition.send, { fields: paths })
  /** Whether the user tried to send: errors that the browser finds are then shown until they are corrected. */
  const wasTried = ref(false)
  const rulesOf = ({ key, path, isNeeded }: FormFieldDefinition): FieldRules => ({
    ...schema[path ?? key],
    ...(isNeeded && { required: true }),
  })
  const checked = (field: FormFieldDefinition) =>
    checkField(rulesOf(field), trimmed(form.values[field.key as keyof Values]))

  function errorOf(field: FormFieldDefinition): string | undefined {
    const found = wasTried.value ? checked(field) : undefined
    return found ? (messageText(found) ?? found.code) : form.errorOf(field.path ?? field.key)
  }

  /** Returns whether the values were sent. Nothing is sent while a field has an error that the browser finds. */
  async function submit(): Promise<boolean> {
    wasTried.value = true
    return fields.every((field) => checked(field) === undefined) && form.submit()
  }

  return {
    ...form,
    fields,
    rulesOf,
    errorOf,
    submit,
    errorCount: computed(() => fields.filter((field) => errorOf(field) !== undefined).length),
    canSend: computed(() => !mustChange || form.isDirty.value),
  }
}

/** What a form draws, whatever its values are. */
export type SchemaFormState = Omit<ReturnType<typeof useSchemaForm<object>>, 'values' | 'fields' | 'reset'> & {
  values: object
  fields: readonly FormFieldDefinition[]
}

/** Spaces around a text are not sent. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}
