import { uncollapseUnchanged } from '@codemirror/merge'
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { type Rows, foldsOf } from './rows.ts'

/** Folds all ranges of equal rows, or opens them. */
export const setFolds = StateEffect.define<boolean>()

/** Folds equal rows, like the package's side-by-side view. */
export function rowFolds(rows: Rows, saying: (lines: number) => string, isFolded: boolean): Extension {
  return folds.init((state) => ({ rows, saying, shown: isFolded ? foldAll(state, rows, saying) : Decoration.none }))
}

/** Opens the fold that contains a row; with `near` the nearest one. */
export function openFold(view: EditorView, row: number, near = false): void {
  const { shown } = view.state.field(folds)
  const { doc } = view.state
  let best: { at: number; away: number } | undefined
  shown.between(0, doc.length, (from, to) => {
    const [first, last] = [doc.lineAt(from).number - 1, doc.lineAt(to).number - 1]
    const away = row < first ? first - row : Math.max(0, row - last)
    if ((away === 0 || near) && (!best || away < best.away)) best = { at: from, away }
  })
  if (best) view.dispatch({ effects: uncollapseUnchanged.of(best.at) })
}

interface Folds {
  rows: Rows
  saying: (lines: number) => string
  shown: DecorationSet
}

const folds = StateField.define<Folds>({
  create: () => {
    throw new Error('rowFolds begins it')
  },
  update(now, { effects, state }) {
    let { shown } = now
    for (const effect of effects) {
      if (effect.is(uncollapseUnchanged)) shown = shown.update({ filter: (from) => from !== effect.value })
      if (effect.is(setFolds)) shown = effect.value ? foldAll(state, now.rows, now.saying) : Decoration.none
    }
    return shown === now.shown ? now : { ...now, shown }
  },
  provide: (field) => EditorView.decorations.from(field, ({ shown }) => shown),
})

function foldAll({ doc }: EditorState, rows: Rows, saying: (lines: number) => string): DecorationSet {
  return Decoration.set(
    foldsOf(rows).map(({ from, to }) =>
      Decoration.replace({ widget: new FoldWidget(saying(to - from)), block: true }).range(
        doc.line(from + 1).from,
        doc.line(to).to,
      ),
    ),
  )
}

class FoldWidget extends WidgetType {
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
  override eq(other: FoldWidget) {
    return this.text === other.text
  }
  override get estimatedHeight() {
    return 26
  }
  override toDOM(view: EditorView) {
    const fold = document.createElement('div')
    fold.className = 'cm-collapsedLines'
    fold.textContent = this.text
    fold.addEventListener('click', () => view.dispatch({ effects: uncollapseUnchanged.of(view.posAtDOM(fold)) }))
    return fold
  }
  override ignoreEvent(event: Event) {
    return event instanceof MouseEvent
  }
}
