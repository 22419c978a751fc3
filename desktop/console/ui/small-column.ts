/** A column of a `SmallTable`. */
export interface SmallColumn<Row> {
  key: string
  title: string
  align?: 'right'
  mono?: boolean
  /** Is never parted over two lines. */
  whole?: boolean
  /** May hold long words, which are parted where the line ends. */
  long?: boolean
  /** Its title is there only for those who do not see the table: of buttons, of signs. */
  isUntitled?: boolean
  /** Cannot be left out by the person. */
  always?: boolean
  /** A text to show instead of a slot. */
  text?: (row: Row) => string
}
