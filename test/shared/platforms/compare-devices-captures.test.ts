import { expect } from 'chai'
import { createLineFilter } from '../../../shared/diff/declared-differences.ts'
import { compareDevices } from '../../../shared/platforms/compare-devices.ts'
import { normaliseText } from '../../../shared/platforms/normalise.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { type CollectedText, collectedTexts } from './collected-texts.ts'

const choice = { kinds: ['golden', 'common', 'rare'], maxLines: 100_000, maxOutliers: 20 } as const

describe('the comparison of captured texts with a golden text', () => {
  let texts: CollectedText[]
  before(async () => {
    texts = (await collectedTexts()).filter(({ raw }) => raw.length < 200_000)
  })

  const compare = ({ platform, key }: CollectedText, golden: Buffer, other: Buffer) => {
    const known = platformById(platform)!
    const { outline } = known
    const options = { outline, startText: createLineFilter([]), choice, isOver: () => false }
    return compareDevices(normaliseText(known, key, golden), [normaliseText(known, key, other)], options)
  }

  it('finds no difference in an equal text', () => {
    const platforms = new Set(texts.map(({ platform }) => platform))
    const differing = texts.filter((text) => {
      const { texts: counts, lines } = compare(text, text.raw, text.raw)
      return lines.length > 0 || counts[0]!.missing + counts[0]!.extra > 0
    })

    expect(platforms.size).to.be.greaterThan(7)
    expect(differing.map(({ path, key }) => `${path} ${key}`)).to.deep.equal([])
  })

  it('finds one line that was added at the end, as the only difference', () => {
    const added = 'a line that no device has'
    const wrong = texts.flatMap((text) => {
      const end = text.raw.at(-1) === 10 ? '' : '\n'
      const longer = Buffer.concat([text.raw, Buffer.from(`${end}${added}\n`)])
      const { texts: counts, lines } = compare(text, text.raw, longer)
      const isFound = counts[0]!.missing === 0 && counts[0]!.extra === 1 && lines[0]?.text === added
      return isFound ? [] : [`${text.path} ${text.key}: ${JSON.stringify(counts)}`]
    })

    expect(wrong).to.deep.equal([])
  })

  it('shows no body of a key or certificate, and no salted hash', () => {
    const shown = texts.map((text) => JSON.stringify(compare(text, text.raw, Buffer.from('other\n')).lines))

    expect(shown.filter((lines) => /"(?:MII|AAAAB3)[\w+/]{40}|\$[159]\$\w{6}/.test(lines))).to.deep.equal([])
  })
})
