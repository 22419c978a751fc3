import { expect } from 'chai'
import { asvsPage, findFaults, readChapters } from './write-asvs.ts'

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has. They are numbered from 1. */
const sections: Record<string, number[]> = {
  '1': [2, 9, 11, 3, 2],
  '2': [3, 3, 4, 1],
  '3': [0, 2, 4, 6, 5, 0, 2],
  '4': [3, 1, 2, 4],
  '5': [1, 3, 2, 3],
  '6': [3, 12, 4, 4, 5, 3, 0, 4],
  '7': [3, 4, 2, 5, 2, 2],
  '8': [2, 3, 1, 1],
  '9': [3, 4],
  '10': [2, 2, 4, 11, 5, 2, 3],
  '11': [2, 3, 3, 4, 1, 1],
  '12': [3, 2, 4],
  '13': [1, 5, 2, 5],
  '14': [2, 4, 3],
  '15': [3, 3, 7],
  '16': [1, 5, 4, 3, 3],
  '17': [1, 4, 2],
}

describe('docs/asvs.md', () => {
  it('has each requirement of levels 1 and 2', () => {
    const expected = Object.entries(sections).flatMap(([chapter, counts]) =>
      counts.flatMap((count, at) => Array.from({ length: count }, (_, index) => `${chapter}.${at + 1}.${index + 1}`)),
    )
    const requirements = readChapters().flatMap((chapter) => chapter.requirements)

    expect(requirements.map(({ id }) => id)).to.deep.equal(expected)
    expect(requirements.filter(({ level }) => level === 1)).to.have.length(70)
    expect(requirements.filter(({ level }) => level === 2)).to.have.length(183)
  })

  it('names existing tests and files, and a note where a control is not met', () => {
    expect(findFaults(readChapters())).to.deep.equal([])
  })

  it('is generated from asvs.yaml', async () => {
    const { now, should } = await asvsPage()

    expect(now === should, 'run `node test/docs/write-asvs.ts`').to.equal(true)
  })

  it('is rejected when a control has no sound test or a path does not exist', () => {
    const base = { level: 1, about: 'a' } as const
    const requirements = [
      { ...base, id: '1.1.1', state: 'met' } as const,
      { ...base, id: '1.1.2', state: 'partly', by: ['no/file > it'] } as const,
      { ...base, id: '1.1.3', state: 'not met', note: 'b', where: ['no/file.ts'] } as const,
    ].map((one) => ({ ...one, by: 'by' in one ? [...one.by] : [], where: 'where' in one ? [...one.where] : [] }))

    expect(findFaults([{ chapter: '1', requirements }])).to.deep.equal([
      '1.1.1: no test',
      '1.1.2: there is no no/file > it',
      '1.1.2: no note',
      '1.1.3: there is no no/file.ts',
    ])
  })
})
