import type { Option } from '../list-page/list-definition.ts'
import type { FieldRules } from './check-field.ts'

/**
 * How a field is edited: `text` in one line, `mono` for names and keys, `secret` hidden while it is typed, `lines` and
 * `mono-lines` for several lines, `number`, `choice` of a few values, `choices` for several of them, `check` for yes or
 * no, `cron` a schedule with its next times, `time` of a day, `local-time` a day and time.
 */
export type FieldKind =
  | 'text'
  | 'mono'
  | 'email'
  | 'secret'
  | 'lines'
  | 'mono-lines'
  | 'number'
  | 'choice'
  | 'choices'
  | 'check'
  | 'cron'
  | 'time'
  | 'local-time'

/**
 * A field of a form. Its rules are those of the request schema. The slot `field-<key>` of the form replaces the control,
 * `after-<key>` adds to it.
 */
export interface FormFieldDefinition<Key extends string = string> {
  /** Name among the values; `options.port` is a part of `options`. */
  key: Key
  label: () => string
  as?: FieldKind
  hint?: () => string | undefined
  options?: () => readonly Option[]
  /** Meaning of an empty choice of several, or of an empty schedule. */
  none?: () => string
  placeholder?: () => string | undefined
  /** Name in the request, if it differs; errors are reported by it. */
  path?: string
  /** Whether an empty value is an error though the request may omit it, such as a name that must not be removed. */
  isNeeded?: boolean
  /** Rules in addition to those of the request schema. */
  rules?: FieldRules
  /** Returns an error that no rule expresses. */
  check?: () => string | undefined
  /** Between a value and what its control shows, if they differ. */
  codec?: FieldCodec
  /** Value of the attribute `autocomplete`; absent: off. */
  autocomplete?: string
  /** Whether a page's form gives it the whole width. */
  whole?: boolean
  autofocus?: boolean
  isShown?: () => boolean
  isDisabled?: () => boolean
  /** Called on each key of the user, but not for values that the form sets. */
  onInput?: () => void
}

export interface FieldCodec {
  shown: (value: unknown) => unknown
  stored: (shown: unknown) => unknown
}

/** Fields of a form in a card. The slot `in-<key>` of the form is above its fields, `end-<key>` below them. */
export interface FormSection<Key extends string = string> {
  key: string
  title: () => string
  hint?: () => string | undefined
  fields: readonly FormFieldDefinition<Key>[]
  isShown?: () => boolean
}
