import type { Drill, DrillLog } from './drill.ts'
import { openDrillScene } from './drill-scene.ts'

export interface DrillReport {
  held: number
  lost: number
  /** Expectations that were not met, as text; empty if all were. */
  broken: string[]
}

/**
 * Runs a drill, complete or only its quick part, and passes its lines to `tell`. An error counts as an unmet
 * expectation.
 */
export async function playDrill(drill: Drill, tell: (line: string) => void, isWhole = true): Promise<DrillReport> {
  const report: DrillReport = { held: 0, lost: 0, broken: [] }
  const say = (kind: string, what: string) => tell(`  ${kind.padEnd(6)} ${what}`)
  const fail = (what: string) => {
    report.broken.push(what)
    say('BROKEN', what)
  }
  tell(`${drill.name}: ${drill.title}`)
  try {
    const scene = await openDrillScene()
    try {
      const log: DrillLog = {
        did: (what) => say('did', what),
        lost(what) {
          report.lost++
          say('lost', what)
        },
        holds(what, isSo, instead) {
          if (!isSo) return fail(instead === undefined ? what : `${what}; instead: ${JSON.stringify(instead)}`)
          report.held++
          say('held', what)
        },
      }
      await drill.play(scene, log, isWhole)
    } finally {
      await scene.close()
    }
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  return report
}
