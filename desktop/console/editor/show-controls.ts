import { highlightSpecialChars } from '@codemirror/view'
import type { Extension } from '@codemirror/state'
import { visibleParts } from '../ui/visible-text.ts'

/** Characters that would not show themselves, as the rest of the console writes them; texts of devices may hold any. */
export function showControls(): Extension {
  return highlightSpecialChars({
    addSpecialChars: alsoUnseen,
    render(code) {
      const sign = document.createElement('span')
      sign.className = 'cm-specialChar'
      sign.textContent = signFor(code)
      sign.title = codePoint(code)
      return sign
    },
  })
}

/** `^[` for escape, `<U+202E>` for what turns a text round. */
export function signFor(code: number): string {
  const [part] = visibleParts(String.fromCodePoint(code))
  return part?.isStandIn ? part.text : `<${codePoint(code)}>`
}

function codePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Beside the editor's own: wide blanks that are none, joiners, and everything that turns the direction of writing. */
const alsoUnseen = new RegExp('[\\u00a0\\u180e\\u200c-\\u200d\\u202a-\\u202e\\u2060-\\u206f]')
