import { parseArgs } from 'node:util'
import { runInMemory, runOverSsh, shellCase } from './shell-case.ts'

/**
 * `npm run fuzz:shell -- --seed 1 --cases 5000`: sessions on simulated devices whose greetings, texts and logs hold lines
 * like the prompt, like parts of it and like marks of a pager, and whose packets end anywhere. A text is stored byte for
 * byte, or the run fails. `--platform` takes one platform, `--ssh` runs over real connections. A case that went wrong is
 * run again with its seed and `--cases 1`. Ends with 1 when any went wrong.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    cases: { type: 'string', default: '1000' },
    platform: { type: 'string' },
    ssh: { type: 'boolean', default: false },
  },
})
const first = Number(values.seed)
const outcomes: Record<string, Record<string, number>> = {}
let wrong = 0
for (let seed = first; seed < first + Number(values.cases); seed++) {
  const one = shellCase(seed, values.platform)
  const outcome = await (values.ssh ? runOverSsh(one) : runInMemory(one))
  const name = outcome.kind === 'failed' ? outcome.code : outcome.kind
  const counts = (outcomes[one.target.platform] ??= {})
  counts[name] = (counts[name] ?? 0) + 1
  if (outcome.kind !== 'wrong') continue
  wrong += 1
  const { target, ...result } = one
  process.stdout.write(`${JSON.stringify({ platform: target.platform, ...result })}\n`)
  process.stdout.write(`${JSON.stringify({ ...differenceOf(outcome.stored, outcome.wanted), log: outcome.log })}\n`)
}
process.stdout.write(`${JSON.stringify({ seed: first, cases: Number(values.cases), wrong, outcomes })}\n`)
process.exitCode = wrong > 0 ? 1 : 0

function differenceOf(stored: string, wanted: string) {
  let at = 0
  while (at < stored.length && stored[at] === wanted[at]) at++
  return {
    at,
    stored: stored.slice(Math.max(0, at - 60), at + 120),
    wanted: wanted.slice(Math.max(0, at - 60), at + 120),
  }
}
