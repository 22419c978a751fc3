import { createSharedComposable, useIntervalFn } from '@vueuse/core'
import { type ShallowRef, shallowRef } from 'vue'

/** The current time, updated twice a minute by one shared timer. */
export const useMinute: () => Readonly<ShallowRef<Date>> = createSharedComposable(() => {
  const now = shallowRef(new Date())
  useIntervalFn(() => (now.value = new Date()), 30_000)
  return now
})
