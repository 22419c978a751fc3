import { Compartment, type Extension } from '@codemirror/state'
import { type EditorView, GutterMarker, gutter } from '@codemirror/view'

/** How recent a line is: 0 for more than a year, 4 for less than a day. */
export type Recency = 0 | 1 | 2 | 3 | 4

/** The age of a line, beside its text. */
export interface LineAge {
  recency: Recency
  /** Shown where it differs from the line before. */
  label: string
}

const ages = new Compartment()

/** Returns the place for ages, empty until they are known. */
export function ageGutter(): Extension {
  return ages.of([])
}

/** Shows the age of each line, or none. */
export function showAges(view: EditorView, known: readonly LineAge[] | undefined): void {
  view.dispatch({ effects: ages.reconfigure(known ? gutterOf(known) : []) })
}

function gutterOf(known: readonly LineAge[]): Extension {
  const widest = known.reduce((most, { label }) => (label.length > most.length ? label : most), '')
  const ageAt = (view: EditorView, from: number) => view.state.doc.lineAt(from).number - 1
  return gutter({
    class: 'cm-ages',
    lineMarker(view, { from }) {
      const at = ageAt(view, from)
      const age = known[at]
      return age ? new AgeMarker(age.label === known[at - 1]?.label ? '' : age.label, age.recency) : null
    },
    initialSpacer: () => new AgeMarker(widest, 0),
    domEventHandlers: {
      click(view, { from }) {
        view.dispatch({ selection: { anchor: from } })
        view.focus()
        return true
      },
    },
  })
}

class AgeMarker extends GutterMarker {
  readonly label: string
  override readonly elementClass: string
  constructor(label: string, recency: Recency) {
    super()
    this.label = label
    this.elementClass = `cm-age-${recency}`
  }
  override eq(other: AgeMarker) {
    return this.label === other.label && this.elementClass === other.elementClass
  }
  override toDOM() {
    return document.createTextNode(this.label)
  }
}
