import { ref, shallowRef, watch } from 'vue'

/**
 * Previews values before they are set. A response for values that changed meanwhile is dropped.
 * @returns `tryOut` also returns the response; undefined if it failed or was dropped
 */
export function useDryRun<Values extends object, Answer>(values: Values, ask: (values: Values) => Promise<Answer>) {
  const answer = shallowRef<Answer>()
  const failure = shallowRef<Error>()
  const isTrying = ref(false)
  const now = () => JSON.stringify(values)
  let attempts = 0

  async function tryOut(): Promise<Answer | undefined> {
    const attempt = (attempts += 1)
    const asked = now()
    isTrying.value = true
    failure.value = undefined
    answer.value = undefined
    const { told, error } = await ask(JSON.parse(asked) as Values).then(
      (told) => ({ told, error: undefined }),
      (error: Error) => ({ told: undefined, error }),
    )
    if (attempt !== attempts) return undefined
    isTrying.value = false
    if (asked !== now()) return undefined
    failure.value = error
    answer.value = told
    return told
  }

  watch(now, () => {
    answer.value = undefined
    failure.value = undefined
  })
  return { answer, failure, isTrying, tryOut }
}
