import type { DrillScene } from './drill-scene.ts'

/** One disaster, played on a whole Coffer of its own. */
export interface Drill {
  /** What follows `npm run drills --`. */
  name: string
  /** What goes wrong, in a line. */
  title: string
  /** Why this computer cannot play it. */
  missing?: () => string | undefined
  /** @param isWhole else only what takes seconds and nothing else proves */
  play(scene: DrillScene, say: DrillLog, isWhole: boolean): Promise<void>
}

/** What a drill says while it is played. */
export interface DrillLog {
  did(what: string): void
  /** What no way back brings again. */
  lost(what: string): void
  /** What must be so. Where it is not, the drill is failed, and `instead` is what was found. */
  holds(what: string, isSo: boolean, instead?: unknown): void
}
