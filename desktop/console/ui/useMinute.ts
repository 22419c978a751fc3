import { createSharedComposable, useIntervalFn } from '@vueuse/core'
import { type ShallowRef, shallowRef } from 'vue'

/** The time of now, moved on twice a minute for all who show how long something is ago; one timer for all of them. */
export const useMinute: () => Readonly<ShallowRef<Date>> = createSharedComposable(() => {
  const now = shallowRef(new Date())
  useIntervalFn(() => (now.value = new Date()), 30_000)
  return now
})
