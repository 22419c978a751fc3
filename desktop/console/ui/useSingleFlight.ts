import { ref, shallowRef } from 'vue'

/**
 * Something that is sent to the service, one at a time: Enter or a click while it is under way does nothing. A button that
 * shows `working` is not enough, since a form is submitted by Enter all the same.
 * @returns `failure` is the refusal of the last time; `run` never throws
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
