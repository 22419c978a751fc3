import { useDebounceFn } from '@vueuse/core'
import { type Ref, ref, watch } from 'vue'

/**
 * Typed text, emitted when the user pauses or confirms. A value from elsewhere, such as the address, replaces it.
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
