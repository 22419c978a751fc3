import { computed, shallowRef } from 'vue'

/** Requests that wait for one event of the session: all of them get the same token, or null if it does not come. */
export function createWaiters() {
  const pending = shallowRef<PromiseWithResolvers<string | null>>()
  return {
    isWaiting: computed(() => pending.value !== undefined),
    wait(): Promise<string | null> {
      pending.value ??= Promise.withResolvers()
      return pending.value.promise
    },
    end(token: string | null): void {
      const ended = pending.value
      pending.value = undefined
      ended?.resolve(token)
    },
  }
}
