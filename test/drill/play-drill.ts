import type { Drill, DrillLog } from './drill.ts'
import { openDrillScene } from './drill-scene.ts'

export interface DrillReport {
  held: number
  lost: number
  /** What did not hold, in words; empty when everything did. */
  broken: string[]
}

/** Plays one, the whole of it or its quick part, each of its lines to `tell`. What it throws is what did not hold. */
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
