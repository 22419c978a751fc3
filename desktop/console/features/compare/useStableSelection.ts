import { computed, shallowRef, watch } from 'vue'
import { type Choosable, type Sides, type Wanted, sidesOf } from './sides.ts'

/**
 * The two versions that are compared. They stay those that were found first for what is asked: a version that is written
 * while somebody reads takes nobody's place.
 * @param versions of the lineage, the latest first; none while they are not known
 */
export function useStableSelection(versions: () => readonly Choosable[], wanted: () => Wanted & { artifact?: string }) {
  /** `isLatest`: the newer side was the latest version when it was chosen. */
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

  /** Another version than the one that is read is the latest by now. */
  const hasNewer = computed(() => held.value?.isLatest === true && held.value.sides.to !== latest())

  return { sides, hasNewer }
}
