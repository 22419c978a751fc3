import type { Option } from '../list-page/list-definition.ts'

/**
 * How a field is edited: `text` in one line, `mono` for names and keys, `lines` for several lines, `number`, `choice` of
 * a few values, `check` for yes or no.
 */
export type FieldKind = 'text' | 'mono' | 'email' | 'lines' | 'number' | 'choice' | 'check'

/**
 * A field of a form. Its rules are those of the request schema. The slot `field-<key>` of the form replaces the control,
 * `after-<key>` adds to it.
 */
export interface FormFieldDefinition<Key extends string = string> {
  key: Key
  label: () => string
  as?: FieldKind
  hint?: () => string | undefined
  options?: () => readonly Option[]
  /** Name in the request, if it differs; errors are reported by it. */
  path?: string
  /** Whether an empty value is an error though the request may omit it, such as a name that must not be removed. */
  isNeeded?: boolean
  /** Whether a page's form gives it the whole width. */
  whole?: boolean
  autofocus?: boolean
  isShown?: () => boolean
  /** Called on each key of the user, but not for values that the form sets. */
  onInput?: () => void
}
