import { printTable } from '../bench/table.ts'
import { runEndings } from '../support/at-end.ts'
import { drills } from './drills.ts'
import { playDrill } from './play-drill.ts'

/**
 * `npm run drills [-- NAME…]`: simulates disasters on a complete Coffer of its own, in the folder for temporary files,
 * and reports for each what was done, what was lost and which expectations were met. Exits with 1 if one was not met,
 * with 2 for an unknown name.
 */
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !drills.some((drill) => drill.name === name))
if (unknown.length > 0) {
  console.error(`no drill is called ${unknown.join(', ')}; there are: ${drills.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void runEndings().finally(() => process.exit(130)))
}

const rows: (string | number)[][] = []
let failed = 0
for (const drill of drills) {
  if (wanted.length > 0 && !wanted.includes(drill.name)) continue
  const missing = drill.missing?.()
  if (missing) {
    console.log(`${drill.name}: not played here: it ${missing}`)
    rows.push([drill.name, `not played: it ${missing}`, '', '', ''])
    continue
  }
  const startedAt = performance.now()
  const { held, lost, broken } = await playDrill(drill, (line) => console.log(line))
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  failed += broken.length
  rows.push([drill.name, broken.length > 0 ? `FAILED: ${broken.length}` : 'held', held, lost, seconds])
}
printTable('Drills', ['drill', 'end', 'held', 'losses told', 'seconds'], rows)
await runEndings()
process.exit(failed > 0 ? 1 : 0)
