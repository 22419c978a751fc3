import { computed, shallowRef, watch } from 'vue'
import { type Choosable, type Sides, type Wanted, sidesOf } from './sides.ts'

/**
 * The two compared versions. They remain the first ones found for the address: a version written meanwhile does not
 * replace them.
 * @param versions of the lineage, the latest first; empty until loaded
 */
export function useStableSelection(versions: () => readonly Choosable[], wanted: () => Wanted & { artifact?: string }) {
  /** `isLatest`: whether the newer side was the latest version when chosen. */
  const held = shallowRef<{ of: string; sides: Sides; isLatest: boolean }>()
  const key = () => JSON.stringify(wanted())
  const latest = () => versions()[0]?.id
  const isKnown = (sides: Sides) =>
    [sides.from, sides.to].every((wantedId) => versions().some(({ id }) => id === wantedId))

  const sides = computed(() => {
    const isHeld = held.value?.of === key() && isKnown(held.value.sides)
    return isHeld ? held.value!.sides : sidesOf(versions(), wanted())
  })
  watch(
    sides,
    (found) => {
      const wasLatest = found !== undefined && held.value?.sides.to === found.to && held.value.isLatest
      held.value = found && { of: key(), sides: found, isLatest: wasLatest || found.to === latest() }
    },
    { immediate: true, flush: 'sync' },
  )

  /** Whether a newer version exists now. */
  const hasNewer = computed(() => held.value?.isLatest === true && held.value.sides.to !== latest())

  return { sides, hasNewer }
}
