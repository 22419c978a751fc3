import { ref, shallowRef } from 'vue'

/**
 * Runs a request, one at a time: Enter or a click meanwhile is ignored. A button's `working` state is not enough,
 * because Enter also submits a form.
 * @returns `failure`: the last error; `run` never throws
 */
export function useSingleFlight<Wanted extends unknown[]>(work: (...wanted: Wanted) => Promise<unknown>) {
  const working = ref(false)
  const failure = shallowRef<Error>()

  async function run(...wanted: Wanted): Promise<void> {
    if (working.value) return
    working.value = true
    failure.value = undefined
    try {
      await work(...wanted)
    } catch (error) {
      failure.value = error as Error
    } finally {
      working.value = false
    }
  }

  return { working, failure, run }
}
