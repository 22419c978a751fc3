import type { Ref } from 'vue'
import type { TextKind } from './useComparison.ts'

/** The shown text and the position in it. */
interface Pane {
  lineNow(): number
  showLine(line: number): void
}

/**
 * Switches between the normalised and the collected text at the same line.
 * @param kindShown of the rendered text, which follows `kind` with a delay
 * @param lineInOther returns the line in the other text; undefined if unknown
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

  /** Call after the pane rendered another text. */
  function drawn() {
    if (lineToShow !== undefined && kindShown() === kind.value) pane()?.showLine(lineToShow)
    lineToShow = undefined
  }

  return { turnText, drawn }
}
