import { expect } from 'chai'
import { runInMemory, runOverSsh, shellCase } from '../../fuzz/shell-case.ts'
import { fuzzTargets } from '../../fuzz/shell-targets.ts'

/** Seeds that once failed, by platform. */
const known: Record<string, readonly number[]> = {
  netco_nxos: [31, 135, 145, 71561],
  pafw_panos: [129, 139],
  routeco_junos: [33, 91, 131],
}

describe('a shell session with text that resembles its framing', () => {
  for (const { platform } of fuzzTargets) {
    it(`on ${platform} stores each text byte for byte, or fails`, async () => {
      const outcomes = new Set<string>()
      for (const seed of [...(known[platform] ?? []), ...Array.from({ length: 25 }, (_, at) => 500 + at)]) {
        const outcome = await runInMemory(shellCase(seed, platform))
        expect(outcome, `npm run fuzz:shell -- --platform ${platform} --cases 1 --seed ${seed}`).to.not.include({
          kind: 'wrong',
        })
        outcomes.add(outcome.kind)
      }
      expect([...outcomes].sort()).to.deep.equal(['equal', 'failed'])
    })

    it(`on ${platform} over a real connection stores each text byte for byte, or fails`, async () => {
      for (const seed of [501, 502, 503]) {
        const outcome = await runOverSsh({ ...shellCase(seed, platform), packets: 'noise' })
        expect(outcome, `seed ${seed}`).to.not.include({ kind: 'wrong' })
      }
    })
  }
})
