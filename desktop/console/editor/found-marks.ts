import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

/** Matches in one editor, in order; `now` is the current one. */
export interface Found {
  ranges: { from: number; to: number }[]
  now?: { from: number; to: number }
}

export const setFound = StateEffect.define<Found>()

/** Marks the matches. The search covers the rows of both sides, so the package's own search is not used. */
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
