import { expect } from 'chai'
import { readApart } from '../../support/long-devices.ts'

describe('long command output', () => {
  for (const [name, megabytes] of [
    ['pafw_panos over SSH', 12],
    ['lbco_bigip over its API', 14],
  ] as const) {
    it(`streams through an agent: ${name}`, async () => {
      const { bytes, peakMb } = await readApart(name, megabytes)

      expect(bytes).to.be.greaterThan(megabytes * 1024 * 1024 * 0.9)
      expect(peakMb).to.be.lessThan(190) // without streaming each needs more
    })
  }
})
