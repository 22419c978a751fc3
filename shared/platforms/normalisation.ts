import type { HoldingRule } from './multi-line-rules.ts'
import type { XmlLayout } from './xml-layout.ts'

/** How texts of a platform are compared. */
export interface Normalisation {
  /** Rises with every change of the rules below. Magnitudes of earlier revisions are computed again. */
  revision: number
  /**
   * For XML texts: they are formatted with one element per line before the rules apply, by the first layout for the
   * artifact.
   */
  layouts?: readonly ({ artifacts?: readonly string[] } & XmlLayout)[]
  rules: readonly NormaliseRule[]
  /** Values encrypted with a key of the device, which are stable until the key changes. It needs the flag `g`. */
  sealed?: RegExp
}

/** Rules apply in list order, each to the artifacts it names, or to all. */
export type NormaliseRule = { artifacts?: readonly string[] } & (
  VolatileRule | CollapseRule | MemberRule | HoldingRule | RemarkRule
)

/**
 * Values that change without a configuration change. Its capture groups, or the whole match without groups, are
 * replaced by a placeholder; with the flag `g` at every match on the line. The line remains, so that adding or removing
 * it is a change.
 */
export interface VolatileRule {
  volatile: RegExp
  /** Only inside a block that begins with `starts` and, if specified, contains a line that matches `with`. */
  section?: { starts: RegExp; with?: RegExp }
}

/** A run of lines that all match is replaced by the line `to`. */
export interface CollapseRule {
  collapse: RegExp
  to: string
}

/**
 * A member of JSON with one value a line, matched by the beginning of its line up to the colon. Its value, on that line
 * or below, is replaced by a placeholder.
 */
export interface MemberRule {
  member: RegExp
}

/** Text that a device adds to its configuration only sometimes. It is removed, and so is a line that becomes empty. */
export interface RemarkRule {
  remark: RegExp
}
