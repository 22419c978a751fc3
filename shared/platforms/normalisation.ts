import type { HoldingRule } from './multi-line-rules.ts'
import type { XmlLayout } from './xml-layout.ts'

/** How a platform's texts are compared. */
export interface Normalisation {
  /** Goes up with every change below: it says which magnitudes to recompute. */
  revision: number
  /** For texts of XML: laid out one element per line before the rules see them, by the first that names the artifact. */
  layouts?: readonly ({ artifacts?: readonly string[] } & XmlLayout)[]
  rules: readonly NormaliseRule[]
  /** Values that are encrypted under a key of the device and stay as they are until it changes; with the flag `g`. */
  sealed?: RegExp
}

/** Rules apply in the order of the list, each to the artifacts it names, or to all. */
export type NormaliseRule = { artifacts?: readonly string[] } & (
  VolatileRule | CollapseRule | MemberRule | HoldingRule | RemarkRule
)

/**
 * What a line says anew though nobody changed anything. Its capture groups, or all of it where there are none, give way
 * to a placeholder, with the flag `g` wherever on the line it matches; the line stays, so that adding or removing it is a
 * change.
 */
export interface VolatileRule {
  volatile: RegExp
  /** Only inside a block that begins with `starts` and, if given, holds a line that matches `with`. */
  section?: { starts: RegExp; with?: RegExp }
}

/** A run of lines that all match counts as the one line `to`. */
export interface CollapseRule {
  collapse: RegExp
  to: string
}

/**
 * A member of JSON that is laid out one value a line, by the beginning of its line up to the colon: whatever its value
 * is, on that line or below it, gives way to a placeholder.
 */
export interface MemberRule {
  member: RegExp
}

/** What a device writes beside its configuration, now and then: it goes, and a line of which nothing is left goes too. */
export interface RemarkRule {
  remark: RegExp
}
