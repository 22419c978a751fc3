import { type MaybeRefOrGetter, computed, reactive, ref, shallowRef, toValue } from 'vue'
import { fieldErrors, problemIn } from './problem.ts'
import { useUnsaved } from './useUnsaved.ts'

/**
 * A form's values and its errors. Leaving with unsaved changes asks, also for another customer.
 * @param send sends the values; an error sets `errors` by field, or `failure`
 * @param how `fields`: paths shown in the form, with all below them; absent: all. `lostWith`: see `useUnsaved`
 * @returns `errors` by path; `errorOf`: all errors of a field and its parts; `failure`: errors without a field
 */
export function useForm<Values extends object>(
  initial: Values,
  send: (values: Values) => Promise<unknown>,
  how: { fields?: MaybeRefOrGetter<readonly string[]>; lostWith?: readonly string[] } = {},
) {
  const values = reactive(structuredClone(initial)) as Values
  const saved = ref(JSON.stringify(initial))
  const refusal = shallowRef<Error>()
  const sending = ref(false)
  const isDirty = computed(() => JSON.stringify(values) !== saved.value)
  const errors = computed(() => fieldErrors(refusal.value))
  const failure = computed(() => {
    const paths = Object.keys(errors.value)
    const fields = toValue(how.fields)
    const isShown = (path: string) => fields === undefined || fields.some((field) => isWithin(path, field))
    const areShown = problemIn(refusal.value)?.status === 422 && paths.length > 0 && paths.every(isShown)
    return areShown ? undefined : refusal.value
  })

  function errorOf(field: string): string | undefined {
    const found = Object.entries(errors.value).filter(([path]) => isWithin(path, field))
    return found.length > 0 ? found.map(([, said]) => said).join('; ') : undefined
  }

  /**
   * Text typed meanwhile is unsaved.
   * @returns whether it succeeded
   */
  async function submit(): Promise<boolean> {
    if (sending.value) return false
    sending.value = true
    refusal.value = undefined
    const sent = JSON.stringify(values)
    try {
      await send(JSON.parse(sent) as Values)
      saved.value = sent
      return true
    } catch (error) {
      refusal.value = error as Error
      return false
    } finally {
      sending.value = false
    }
  }

  /** Resets to the stored values. */
  function reset(to: Values = JSON.parse(saved.value) as Values) {
    Object.assign(values, structuredClone(to))
    saved.value = JSON.stringify(values)
    refusal.value = undefined
  }

  useUnsaved(() => isDirty.value, how.lostWith)
  return { values, errors, errorOf, failure, sending, isDirty, submit, reset }
}

function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}
