import { EditorState, Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { linesOf } from './chunks.ts'
import type { DiffInput, DiffView } from './diff-view.ts'
import type { Match } from './find-in-rows.ts'
import { setFound } from './found-marks.ts'
import { openFold, rowFolds, setFolds } from './row-folds.ts'
import { rowGutters, rowMarks } from './row-marks.ts'
import { readingOf, showBy } from './view-settings.ts'

/**
 * Shows two texts as one, removed lines above added ones. All rows are one document, so that only the visible part of a
 * long diff is rendered and both sides can be searched; the package's unified view renders removed lines as one widget.
 */
export function createUnified(parent: HTMLElement, input: DiffInput): DiffView {
  const { comparison, rows, labels } = input
  const doc = Text.of(rows.count > 0 ? rows.texts : linesOf(''))
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc,
      extensions: [
        readingOf(labels.both, input.language, input.settings),
        rowGutters(rows, comparison.numbers),
        rowMarks(rows, comparison),
        rowFolds(rows, (lines) => labels.unchangedLines.replace('$', String(lines)), input.folds),
        EditorView.editorAttributes.of({ class: 'cm-unified' }),
      ],
    }),
  })
  const toRange = ({ row, from, to }: Match) => {
    const start = doc.line(row + 1).from
    return { from: start + from, to: start + to }
  }

  return {
    showRow(row, how) {
      openFold(view, row)
      const at = doc.line(row + 1).from
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center', x: 'start' }) })
      if (how?.focuses) view.focus()
    },
    rowNow: () => view.state.doc.lineAt(view.state.selection.main.head).number - 1,
    openNearFold: () => openFold(view, view.state.doc.lineAt(view.state.selection.main.head).number - 1, true),
    setSettings: (settings) => showBy(settings, [view]),
    setFolds: (wanted) => view.dispatch({ effects: setFolds.of(wanted) }),
    setFound(matches, now) {
      view.dispatch({ effects: setFound.of({ ranges: matches.map(toRange), now: now && toRange(now) }) })
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  }
}
