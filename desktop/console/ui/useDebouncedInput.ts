import { useDebounceFn } from '@vueuse/core'
import { type Ref, ref, watch } from 'vue'

/**
 * What somebody types, told once he pauses or says that he is done. What is drawn meanwhile leaves it as it is; a value that comes from elsewhere, as
 * by the address, takes its place.
 * @returns `typed` is for the field; call `tell` when it changes, `emitNow` on Enter
 */
export function useDebouncedInput(wanted: Ref<string>, settleMs: number) {
  const typed = ref('')
  const emitNow = () => void (wanted.value = typed.value.trim())
  const tell = useDebounceFn(emitNow, settleMs)
  watch(
    wanted,
    (now) => {
      if (now !== typed.value.trim()) typed.value = now
    },
    { immediate: true },
  )
  return { typed, tell, emitNow }
}
