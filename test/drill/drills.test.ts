import { expect } from 'chai'
import { drills } from './drills.ts'
import { playDrill } from './play-drill.ts'

/** The one that other tests cover least; `npm run drills` runs all of them. docs/operating restores a lost database. */
const quick = ['objects-lost']

describe('a disaster drill:', function () {
  for (const drill of drills.filter(({ name }) => quick.includes(name))) {
    const missing = drill.missing?.()
    it(`${drill.title}${missing ? ` (it ${missing})` : ''}`, async function () {
      if (missing) this.skip()
      const lines: string[] = []

      const { broken, held } = await playDrill(drill, (line) => lines.push(line), false)

      expect(broken, lines.join('\n')).to.deep.equal([])
      expect(held).to.be.greaterThan(0)
    })
  }
})
