import type { Ref } from 'vue'
import type { TextKind } from './useComparison.ts'

/** What is read, and where in it. */
interface Pane {
  lineNow(): number
  showLine(line: number): void
}

/**
 * The way from the text as it is compared to the text as it was said and back, at the same line.
 * @param kindShown of what is drawn, which follows `kind` some time later
 * @param lineInOther where a line of the shown text is in the other one; undefined where that cannot be told
 */
export function useToggleTextKind(
  kind: Ref<TextKind>,
  pane: () => Pane | null,
  kindShown: () => TextKind | undefined,
  lineInOther: (line: number) => Promise<number | undefined>,
) {
  let lineToShow: number | undefined

  async function turnText() {
    const line = pane()?.lineNow()
    lineToShow = line === undefined ? undefined : await lineInOther(line).catch(() => undefined)
    kind.value = kind.value === 'raw' ? 'normalised' : 'raw'
  }

  /** To be called whenever the pane has drawn something else. */
  function drawn() {
    if (lineToShow !== undefined && kindShown() === kind.value) pane()?.showLine(lineToShow)
    lineToShow = undefined
  }

  return { turnText, drawn }
}
