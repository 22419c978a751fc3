/** A label with its value, for a `FactList`. */
export interface Fact<Key extends string = string> {
  key: Key
  label: string
  /** Null is shown as a dash; undefined omits the fact. An empty text is for a value in a slot. */
  value: string | null | undefined
  /** `time` and `ago`: the value is an instant, in full or relative to now. */
  as?: 'mono' | 'time' | 'ago'
  /** Whether it has a button that copies it. */
  copy?: boolean
}
