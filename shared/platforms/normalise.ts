/** How a platform's texts are compared. */
export interface Normalisation {
  /** Goes up with every change below: it says which magnitudes to recompute. */
  revision: number
  rules: readonly NormaliseRule[]
}

/** Rules apply in order, each to the artifacts it names, or to all. */
export type NormaliseRule = { artifacts?: readonly string[] } & (
  { volatile: RegExp; section?: SectionCondition } | { collapse: RegExp }
)

/** Only inside a block that begins with `starts` (and, if given, holds a line that matches `holds`). */
export interface SectionCondition {
  starts: RegExp
  holds?: RegExp
}
