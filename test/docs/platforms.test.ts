import { expect } from 'chai'
import { provenArtifacts } from './proven-artifacts.ts'
import { documentsPage, platformsPage } from './write-platforms.ts'

describe('docs/platforms.md', () => {
  it('names what proves each artifact of each platform over each path', async () => {
    const { now, should } = await platformsPage()

    expect(now === should, 'run `node test/docs/write-platforms.ts`').to.equal(true)
  })

  it('and there is something for each', () => {
    expect(provenArtifacts().filter(({ by }) => by === '')).to.deep.equal([])
  })
})

describe('docs/platforms-documents.md', () => {
  it('lists the documents of the product with their evidence', async () => {
    const { now, should } = await documentsPage()

    expect(now === should, 'run `node test/docs/write-platforms.ts`').to.equal(true)
  })
})
