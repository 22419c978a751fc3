import type { DrillScene } from './drill-scene.ts'

/** A disaster, simulated on its own complete Coffer. */
export interface Drill {
  /** The argument of `npm run drills --`. */
  name: string
  /** Describes the disaster in a line. */
  title: string
  /** Returns why this computer cannot run it. */
  missing?: () => string | undefined
  /** @param isWhole false: only the steps that take seconds and are not covered by other tests */
  play(scene: DrillScene, say: DrillLog, isWhole: boolean): Promise<void>
}

/** Receives the report of a drill. */
export interface DrillLog {
  did(what: string): void
  /** Reports what cannot be recovered. */
  lost(what: string): void
  /** Reports an expectation. If it is not met, the drill fails, and `instead` is the actual value. */
  holds(what: string, isSo: boolean, instead?: unknown): void
}
