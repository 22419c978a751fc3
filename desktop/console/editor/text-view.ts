import { EditorState, type Extension, Text } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { linesOf } from './chunks.ts'
import type { Match } from './find-in-rows.ts'
import { setFound } from './found-marks.ts'
import { type LineAge, ageGutter, showAges } from './line-ages.ts'
import { type ViewSettings, readingOf, showBy } from './view-settings.ts'

/** A text view. Its lines are its rows, from 0. */
export interface TextView {
  showRow(row: number): void
  rowNow(): number
  setSettings(settings: ViewSettings): void
  setFound(matches: Match[], now: Match | undefined): void
  /** Shows since when each line exists; undefined hides it. */
  setAges(ages: readonly LineAge[] | undefined): void
  focus(): void
  destroy(): void
}

/** Creates a read-only text view. `label` names it for screen readers; `onRow` is called when the cursor enters a row. */
export function createTextView(
  parent: HTMLElement,
  {
    text,
    language,
    settings,
    label,
    onRow,
  }: { text: string; language: Extension; settings: ViewSettings; label: string; onRow?: (row: number) => void },
): TextView {
  const lines = linesOf(text)
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  const doc = Text.of(lines)
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [readingOf(label, language, settings), ageGutter(), lineNumbers(), followCursor(onRow)],
    }),
  })
  const toRange = ({ row, from, to }: Match) => {
    const start = doc.line(row + 1).from
    return { from: start + from, to: start + to }
  }

  return {
    showRow(line) {
      const at = doc.line(Math.min(line + 1, doc.lines)).from
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center', x: 'start' }) })
    },
    rowNow: () => doc.lineAt(view.state.selection.main.head).number - 1,
    setSettings: (wanted) => showBy(wanted, [view]),
    setFound(matches, now) {
      view.dispatch({ effects: setFound.of({ ranges: matches.map(toRange), now: now && toRange(now) }) })
    },
    setAges: (ages) => showAges(view, ages),
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}

function followCursor(onRow: ((row: number) => void) | undefined): Extension {
  return EditorView.updateListener.of(({ state, selectionSet }) => {
    if (selectionSet) onRow?.(state.doc.lineAt(state.selection.main.head).number - 1)
  })
}
