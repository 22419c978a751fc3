import { type Extension, RangeSetBuilder } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  GutterMarker,
  ViewPlugin,
  gutter,
  gutterLineClass,
} from '@codemirror/view'
import type { Comparison } from './comparison.ts'
import type { RowKind, Rows } from './rows.ts'

/** Colours the visible rows and the changes inside them. */
export function rowMarks(rows: Rows, comparison: Pick<Comparison, 'hunks' | 'marks'>): Extension {
  return ViewPlugin.define(
    (view) => ({
      decorations: decorate(view, rows, comparison),
      update(update) {
        if (update.viewportChanged) this.decorations = decorate(update.view, rows, comparison)
      },
    }),
    { decorations: ({ decorations }) => decorations },
  )
}

/** Shows the line numbers of both sides and the sign of each row. */
export function rowGutters(rows: Rows, numbers: Comparison['numbers']): Extension {
  const widest = '0'.repeat(String(Math.max(rows.count, 99)).length)
  const numberGutter = (side: 'a' | 'b') =>
    gutter({
      class: 'cm-lineNumbers',
      lineMarker(view, line) {
        const at = rows[side][view.state.doc.lineAt(line.from).number - 1]
        if (at === undefined || at < 0) return null
        return new NumberMarker(numbers ? String(numbers[side][at] || '') : String(at + 1))
      },
      initialSpacer: () => new NumberMarker(widest),
    })
  const signs = gutter({
    class: 'cm-signs',
    lineMarker: (view, line) => signMarkers[kindAt(rows, view.state.doc.lineAt(line.from).number - 1)] ?? null,
  })
  const classes = gutterLineClass.compute(['doc'], (state) => {
    const builder = new RangeSetBuilder<GutterMarker>()
    for (const { from, to } of rows.changes) {
      for (let row = from; row < to; row++) {
        const { from: at } = state.doc.line(row + 1)
        builder.add(at, at, classMarkers[kindAt(rows, row) as 1 | 2])
      }
    }
    return builder.finish()
  })
  return [numberGutter('a'), numberGutter('b'), signs, classes]
}

function decorate(view: EditorView, rows: Rows, { hunks, marks }: Pick<Comparison, 'hunks' | 'marks'>): DecorationSet {
  const { doc } = view.state
  const found = []
  const [first, last] = [doc.lineAt(view.viewport.from).number - 1, doc.lineAt(view.viewport.to).number - 1]
  for (const [at, { from, to }] of rows.changes.entries()) {
    if (to <= first || from > last) continue
    for (let row = Math.max(from, first); row < Math.min(to, last + 1); row++) {
      found.push(lineMarks[kindAt(rows, row) as 1 | 2].range(doc.line(row + 1).from))
    }
    const { aLength } = hunks[at]!
    const inside = marks[at] ?? []
    if (inside.length === 0) continue
    const removedAt = doc.line(from + 1).from
    const addedAt = doc.line(from + aLength + 1).from
    for (const { fromA, toA, fromB, toB } of inside) {
      if (toA > fromA) found.push(removedWord.range(removedAt + fromA, removedAt + toA))
      if (toB > fromB) found.push(addedWord.range(addedAt + fromB, addedAt + toB))
    }
  }
  return Decoration.set(found, true)
}

function kindAt({ kinds }: Rows, row: number): RowKind {
  return (kinds[row] ?? 0) as RowKind
}

class NumberMarker extends GutterMarker {
  readonly number: string
  constructor(number: string) {
    super()
    this.number = number
  }
  override eq(other: NumberMarker) {
    return this.number === other.number
  }
  override toDOM() {
    return document.createTextNode(this.number)
  }
}

class ClassMarker extends GutterMarker {
  override readonly elementClass: string
  constructor(elementClass: string) {
    super()
    this.elementClass = elementClass
  }
}

const classMarkers = { 1: new ClassMarker('cm-removedRow'), 2: new ClassMarker('cm-addedRow') }
const signMarkers: Record<RowKind, GutterMarker | undefined> = {
  0: undefined,
  1: new NumberMarker('−'),
  2: new NumberMarker('+'),
}
const lineMarks = { 1: Decoration.line({ class: 'cm-removedRow' }), 2: Decoration.line({ class: 'cm-addedRow' }) }
const removedWord = Decoration.mark({ class: 'cm-removedWord' })
const addedWord = Decoration.mark({ class: 'cm-addedWord' })
