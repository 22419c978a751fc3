/** A column of a `SmallTable`. */
export interface SmallColumn<Row> {
  key: string
  title: string
  align?: 'right'
  mono?: boolean
  /** Whether it is never wrapped. */
  whole?: boolean
  /** Whether long words may be broken. */
  long?: boolean
  /** Whether its title is only for screen readers: for buttons and icons. */
  isUntitled?: boolean
  /** Whether it cannot be hidden. */
  always?: boolean
  /** Returns the text, instead of a slot. */
  text?: (row: Row) => string
}
