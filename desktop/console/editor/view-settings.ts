import { standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightTrailingWhitespace, highlightWhitespace, keymap } from '@codemirror/view'
import { editorTheme } from './editor-theme.ts'
import { foundMarks } from './found-marks.ts'
import { showControls } from './show-controls.ts'

/** The user's display options of texts. */
export interface ViewSettings {
  wraps: boolean
  showsBlanks: boolean
}

/** Returns the extensions of every read-only editor. `label` names it for screen readers. */
export function readingOf(label: string, language: Extension, settings: ViewSettings): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false), // the page's shortcuts work in it; the cursor can still be moved
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-readonly': 'true',
      tabindex: '0',
      spellcheck: 'false',
      translate: 'no',
    }),
    drawSelection(),
    keymap.of(standardKeymap),
    language,
    editorTheme(),
    showControls(),
    foundMarks,
    shown.of(shownBy(settings)),
  ]
}

/** Applies changed options to existing editors. */
export function showBy(settings: ViewSettings, views: EditorView[]): void {
  for (const view of views) view.dispatch({ effects: shown.reconfigure(shownBy(settings)) })
}

const shown = new Compartment()

function shownBy({ wraps, showsBlanks }: ViewSettings): Extension {
  return [
    wraps ? EditorView.lineWrapping : [],
    showsBlanks ? [highlightWhitespace(), highlightTrailingWhitespace()] : [],
  ]
}
