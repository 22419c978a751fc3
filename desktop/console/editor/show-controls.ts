import { highlightSpecialChars } from '@codemirror/view'
import type { Extension } from '@codemirror/state'
import { visibleParts } from '../ui/visible-text.ts'

/** Shows invisible characters as in the rest of the console; device texts may contain any. */
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

/** Returns `^[` for escape, `<U+202E>` for a character that changes the writing direction. */
export function signFor(code: number): string {
  const [part] = visibleParts(String.fromCodePoint(code))
  return part?.isStandIn ? part.text : `<${codePoint(code)}>`
}

function codePoint(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** Besides the editor's own: wide blanks, joiners, and characters that change the writing direction. */
const alsoUnseen = new RegExp('[\\u00a0\\u180e\\u200c-\\u200d\\u202a-\\u202e\\u2060-\\u206f]')
