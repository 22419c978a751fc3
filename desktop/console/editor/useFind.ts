import { computed, ref, shallowRef, watch } from 'vue'
import { type Match, findInRows, maxMatches, stepToMatch } from './find-in-rows.ts'

/** The view that shows the matches of a search: a text or a diff. */
export interface Searched {
  rowNow(): number
  showRow(row: number): void
  setFound(matches: Match[], now: Match | undefined): void
  focus(): void
}

/** Searches rows while the user types, and moves between matches. */
export function useFind(texts: () => string[], view: () => Searched | undefined) {
  const isOpen = ref(false)
  const wanted = ref('')
  const matchCase = ref(false)
  const matches = shallowRef<Match[]>([])
  const place = ref(-1)

  /** Also runs when the rows change. */
  function search() {
    matches.value = findInRows(texts(), wanted.value, { matchCase: matchCase.value })
    place.value = -1
    if (matches.value.length > 0) step(1)
    else view()?.setFound([], undefined)
  }

  function step(direction: 1 | -1) {
    const on = view()
    if (!on) return
    place.value = stepToMatch(matches.value, place.value, on.rowNow(), direction)
    const found = matches.value[place.value]
    if (found) on.showRow(found.row)
    on.setFound(matches.value, found)
  }

  function close() {
    isOpen.value = false
    wanted.value = ''
    view()?.focus()
  }

  function turnCase() {
    matchCase.value = !matchCase.value
  }

  watch([wanted, matchCase], search)
  return {
    isOpen,
    wanted,
    matchCase,
    place,
    count: computed(() => matches.value.length),
    isCut: computed(() => matches.value.length === maxMatches),
    search,
    turnCase,
    step,
    close,
  }
}

export type Find = ReturnType<typeof useFind>
