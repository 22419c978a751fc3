import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Places of a searched text in one editor, in order; `now` is the one that the person is at. */
export interface Found {
  ranges: { from: number; to: number }[]
  now?: { from: number; to: number }
}

export const setFound = StateEffect.define<Found>()

/** Marks what was found. The search itself is over the rows of both sides, so it is not the package's. */
export const foundMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setFound)) marks = marksFor(effect.value)
    return marks
  },
  provide: (field) => EditorView.decorations.from(field),
})

function marksFor({ ranges, now }: Found): DecorationSet {
  return Decoration.set(
    ranges.map((range) =>
      (range.from === now?.from && range.to === now.to ? foundNow : found).range(range.from, range.to),
    ),
  )
}

const found = Decoration.mark({ class: 'cm-found' })
const foundNow = Decoration.mark({ class: 'cm-found cm-foundNow' })
