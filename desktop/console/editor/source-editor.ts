import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { StreamLanguage } from '@codemirror/language'
import { EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view'
import { editorTheme } from './editor-theme.ts'
import { yaml } from './languages/yaml.ts'
import { showControls } from './show-controls.ts'

/** A text that the user edits. Lines and columns count from 1. */
export interface SourceEditor {
  setText(text: string): void
  /** Underlines the rest of each line from a column. */
  setErrors(errors: readonly { line: number; column: number }[]): void
  show(line: number, column: number): void
  destroy(): void
}

/** Creates an editor of YAML. Tab leaves it, so that the keyboard is not trapped. `label` names it for screen readers. */
export function createSourceEditor(
  parent: HTMLElement,
  { text, label, changed }: { text: string; label: string; changed: (text: string) => void },
): SourceEditor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        StreamLanguage.define(yaml),
        editorTheme(),
        showControls(),
        errorMarks,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', translate: 'no' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString())
        }),
      ],
    }),
  })
  const offsetOf = ({ line, column }: { line: number; column: number }) => {
    const { from, to } = view.state.doc.line(Math.min(line, view.state.doc.lines))
    return { from: Math.min(from + column - 1, to), to }
  }

  return {
    setText(wanted) {
      if (wanted === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: wanted } })
    },
    setErrors: (errors) => view.dispatch({ effects: setErrors.of(errors.map(offsetOf)) }),
    show(line, column) {
      const { from } = offsetOf({ line, column })
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}

const setErrors = StateEffect.define<{ from: number; to: number }[]>()
const mark = Decoration.mark({ class: 'cm-error' })
const wholeLine = Decoration.line({ class: 'cm-errorLine' })

const errorMarks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const given = transaction.effects.find((effect) => effect.is(setErrors))
    if (!given) return marks.map(transaction.changes)
    const ranges = (given.value as { from: number; to: number }[]).flatMap(({ from, to }) => {
      const line = wholeLine.range(transaction.state.doc.lineAt(from).from)
      return from < to ? [line, mark.range(from, to)] : [line]
    })
    return Decoration.set(ranges, true)
  },
  provide: (field) => EditorView.decorations.from(field),
})
