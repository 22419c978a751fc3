import { MergeView, uncollapseUnchanged } from '@codemirror/merge'
import { EditorState, type Extension, Text } from '@codemirror/state'
import { Decoration, EditorView, lineNumbers } from '@codemirror/view'
import { chunksOf, drawing, linesOf } from './chunks.ts'
import type { DiffInput, DiffView } from './diff-view.ts'
import type { Match } from './find-in-rows.ts'
import { setFound } from './found-marks.ts'
import { type Rows, foldsOf } from './rows.ts'
import { readingOf, showBy } from './view-settings.ts'

/** Shows two texts side by side: CodeMirror's merge view with the chunks of the comparison. */
export function createSideBySide(parent: HTMLElement, input: DiffInput): DiffView {
  const { comparison, rows, labels } = input
  const [a, b] = [Text.of(linesOf(comparison.a)), Text.of(linesOf(comparison.b))]
  const lineRows = rowsByLine(rows, a.lines, b.lines)
  let folds = input.folds
  let last: 'a' | 'b' = 'b'
  const opened = new Set<number>()
  const sideOf = (side: 'a' | 'b', text: Text, label: string): Extension => [
    readingOf(label, input.language, input.settings),
    EditorState.phrases.of({ '$ unchanged lines': labels.unchangedLines }),
    numbersOf(text, comparison.numbers?.[side]),
    withoutEnd(text),
    EditorView.updateListener.of((update) => {
      if (update.focusChanged && update.view.hasFocus) last = side
    }),
  ]
  const merge = new MergeView({
    parent,
    a: { doc: a, extensions: sideOf('a', a, labels.older) },
    b: { doc: b, extensions: sideOf('b', b, labels.newer) },
    diffConfig: drawing(chunksOf(comparison, a, b)),
    highlightChanges: true,
    gutter: true,
    ...(folds && { collapseUnchanged: foldSizes }),
  })
  const views = [merge.a, merge.b]
  const untie = tieSideways(merge.a.scrollDOM, merge.b.scrollDOM)

  function unfold(row: number, near = false) {
    if (!folds) return
    const away = ({ from, to }: { from: number; to: number }) => Math.max(0, from - row, row - (to - 1))
    const all = foldsOf(rows).filter(({ from }) => (near ? !opened.has(from) : true))
    const fold = all.reduce<(typeof all)[0] | undefined>(
      (best, one) => (!best || away(one) < away(best) ? one : best),
      undefined,
    )
    if (!fold || (!near && away(fold) > 0)) return
    opened.add(fold.from)
    merge.a.dispatch({ effects: uncollapseUnchanged.of(a.line(rows.a[fold.from]! + 1).from) })
    merge.b.dispatch({ effects: uncollapseUnchanged.of(b.line(rows.b[fold.from]! + 1).from) })
  }

  return {
    showRow(row, how) {
      unfold(row)
      const side = rows.kinds[row] === 1 ? 'a' : 'b'
      const view = merge[side]
      const at = view.state.doc.line(rows[side][row]! + 1).from
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center', x: 'start' }) })
      last = side
      if (how?.focuses) view.focus()
    },
    rowNow() {
      const view = merge[last]
      const line = view.state.doc.lineAt(view.state.selection.main.head).number - 1
      return lineRows[last][line] ?? rows.count - 1
    },
    openNearFold() {
      unfold(this.rowNow(), true)
    },
    setSettings: (settings) => showBy(settings, views),
    setFolds(wanted) {
      folds = wanted
      opened.clear()
      merge.reconfigure({ collapseUnchanged: wanted ? foldSizes : undefined })
    },
    setFound(matches, now) {
      for (const side of ['a', 'b'] as const) {
        const { doc } = merge[side].state
        const place = (match: Match) => {
          const start = doc.line(rows[side][match.row]! + 1).from
          return { from: start + match.from, to: start + match.to }
        }
        const here = matches.filter(({ row }) => rows[side][row]! >= 0)
        merge[side].dispatch({
          effects: setFound.of({
            ranges: here.map(place),
            now: now && rows[side][now.row]! >= 0 ? place(now) : undefined,
          }),
        })
      }
    },
    focus: () => merge[last].focus(),
    destroy() {
      untie()
      merge.destroy()
    },
  }
}

const foldSizes = { margin: 3, minSize: 4 }

/** Returns line numbers: from 1 for whole texts, the original ones for a patch; none for the empty line at the end. */
function numbersOf(text: Text, numbers: number[] | undefined): Extension {
  const isEnd = (line: number) => line === text.lines && text.line(line).length === 0
  return lineNumbers({
    formatNumber(line) {
      if (line > text.lines) return String(line) // called to measure the width
      if (isEnd(line)) return ''
      return numbers ? String(numbers[line - 1] || '') : String(line)
    },
  })
}

/** Hides the empty line after the last '\n', so that lines added at the end are beside nothing. */
function withoutEnd(text: Text): Extension {
  const isThere = text.lines > 1 && text.line(text.lines).length === 0
  return isThere ? EditorView.decorations.of(Decoration.set(endLine.range(text.length))) : []
}

const endLine = Decoration.line({ class: 'cm-endLine' })

function rowsByLine(rows: Rows, aLines: number, bLines: number): Record<'a' | 'b', Int32Array> {
  const a = new Int32Array(aLines).fill(rows.count - 1)
  const b = new Int32Array(bLines).fill(rows.count - 1)
  for (let row = 0; row < rows.count; row++) {
    if (rows.a[row]! >= 0) a[rows.a[row]!] = row
    if (rows.b[row]! >= 0) b[rows.b[row]!] = row
  }
  return { a, b }
}

/** Synchronises horizontal scrolling of both sides. */
function tieSideways(one: HTMLElement, other: HTMLElement): () => void {
  const follow = (from: HTMLElement, to: HTMLElement) => () => void (to.scrollLeft = from.scrollLeft)
  const [onOne, onOther] = [follow(one, other), follow(other, one)]
  one.addEventListener('scroll', onOne, { passive: true })
  other.addEventListener('scroll', onOther, { passive: true })
  return () => {
    one.removeEventListener('scroll', onOne)
    other.removeEventListener('scroll', onOther)
  }
}
