import { standardKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, drawSelection, highlightTrailingWhitespace, highlightWhitespace, keymap } from '@codemirror/view'
import { editorTheme } from './editor-theme.ts'
import { foundMarks } from './found-marks.ts'
import { showControls } from './show-controls.ts'

/** How texts are shown; the person's choices. */
export interface ViewSettings {
  wraps: boolean
  showsBlanks: boolean
}

/** What every editor of ours has: it is read, never written. `label` names it for those who do not see it. */
export function readingOf(label: string, language: Extension, settings: ViewSettings): Extension {
  return [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false), // the keys of the page work in it; the cursor moves all the same
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

/** Applies other choices to editors that are there. */
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
