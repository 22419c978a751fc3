import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { darkSyntax, lightSyntax, type SyntaxColours } from './syntax-colours.ts'

/** The theme of every editor. Colours follow the page's theme without creating the editor again. */
export function editorTheme(): Extension {
  return [theme, syntaxHighlighting(highlights)]
}

/** Returns a colour of both themes, selected by the page's `color-scheme`. */
function either(name: keyof SyntaxColours): string {
  return `light-dark(${lightSyntax[name]}, ${darkSyntax[name]})`
}

const highlights = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.angleBracket], color: either('keyword') },
  { tag: tags.operatorKeyword, color: either('operatorKeyword') },
  { tag: [tags.string, tags.attributeValue], color: either('string') },
  { tag: tags.number, color: either('number') },
  { tag: [tags.comment, tags.processingInstruction, tags.documentMeta], color: either('comment') },
  { tag: [tags.propertyName, tags.attributeName], color: either('propertyName') },
  { tag: tags.meta, color: either('meta') },
])

/** The more recent a line, the stronger the colour beside it. */
const recencies = Object.fromEntries(
  [0, 20, 45, 70, 100].map((percent, recency) => [
    `.cm-ages .cm-age-${recency}`,
    { borderLeftColor: `color-mix(in srgb, var(--accent) ${percent}%, var(--border))` },
  ]),
)

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '12.5px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55', fontFeatureSettings: "'calt' 0" },
  '.cm-content': { padding: '4px 0 40px', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-line.cm-endLine': { height: '0', lineHeight: '0', overflow: 'hidden' },
  '.cm-cursor': { borderLeft: '2px solid var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 26%, transparent) !important',
  },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: either('lineNumber'), border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': {
    padding: '0 8px 0 12px',
    minWidth: '44px',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-specialChar': {
    padding: '0 2px',
    borderRadius: '3px',
    backgroundColor: 'var(--warn-soft)',
    color: 'var(--warn)',
    fontSize: '0.9em',
  },
  '.cm-highlightSpace': { backgroundImage: 'radial-gradient(circle at 50% 55%, var(--muted) 14%, transparent 17%)' },
  '.cm-trailingSpace': { backgroundColor: 'light-dark(#f3c6c1, #7a3431)' },
  '.cm-found': { backgroundColor: 'light-dark(#ffe58a, #5a4a10)', borderRadius: '2px' },
  '.cm-error': { textDecoration: 'underline wavy var(--bad)' },
  '.cm-errorLine': { backgroundColor: 'var(--bad-soft)' },
  '.cm-foundNow': { outline: '2px solid var(--accent)' },

  '&.cm-merge-a .cm-changedLine, .cm-removedRow': { backgroundColor: 'var(--removed)' },
  '&.cm-merge-b .cm-changedLine, .cm-addedRow': { backgroundColor: 'var(--added)' },
  '&.cm-merge-a .cm-changedText, .cm-removedWord': {
    background: 'var(--removed-word) !important',
    borderRadius: '2px',
  },
  '&.cm-merge-b .cm-changedText, .cm-addedWord': { background: 'var(--added-word) !important', borderRadius: '2px' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-gutterElement.cm-removedRow': { background: 'var(--removed)' },
  '&.cm-merge-b .cm-changedLineGutter, .cm-gutterElement.cm-addedRow': { background: 'var(--added)' },
  '.cm-changeGutter': { width: '4px', padding: '0' },
  '&.cm-merge-a .cm-changeGutter .cm-changedLineGutter': { background: 'var(--bad)' },
  '&.cm-merge-b .cm-changeGutter .cm-changedLineGutter': { background: 'var(--good)' },
  '.cm-ages': { fontFamily: 'var(--font-text)', fontSize: '11px', cursor: 'pointer' },
  '.cm-ages .cm-gutterElement': {
    padding: '0 6px 0 8px',
    borderLeft: '4px solid var(--border)',
    lineHeight: 'inherit',
    whiteSpace: 'nowrap',
  },
  '@media (max-width: 640px)': {
    '.cm-ages': { fontSize: '0', width: '10px' },
    '.cm-ages .cm-gutterElement': { padding: '0' },
  },
  ...recencies,
  '.cm-signs .cm-gutterElement': { width: '18px', textAlign: 'center', fontWeight: '700' },
  '.cm-signs .cm-removedRow': { color: 'var(--bad)' },
  '.cm-signs .cm-addedRow': { color: 'var(--good)' },
  '.cm-insertedLine, .cm-deletedLine': { textDecoration: 'none' },
  '.cm-mergeSpacer': {
    background:
      'repeating-linear-gradient(-45deg, transparent 0 5px, color-mix(in srgb, var(--border) 55%, transparent) 5px 6px)',
  },
  '.cm-collapsedLines': {
    padding: '3px 12px',
    borderBlock: '1px solid var(--border)',
    background: 'var(--sunken) !important',
    color: 'var(--muted) !important',
    fontFamily: 'var(--font-text)',
    fontSize: '12px',
    cursor: 'pointer',
  },
  '.cm-collapsedLines:hover': { color: 'var(--text) !important' },
  '.cm-collapsedLines:before': { content: '"↕"', marginInlineEnd: '8px' },
  '.cm-collapsedLines:after': { content: 'none' },
})
