import { expect } from 'chai'
import { readDocument } from '../../shared/platforms/documents/read-document.ts'
import { findShippedDocument } from '../../shared/platforms/documents/shipped-documents.ts'
import { openGuide } from '../support/guide.ts'
import { provenArtifacts } from './proven-artifacts.ts'
import { documentsPage, platformsPage } from './write-platforms.ts'

describe('docs/platforms.md', () => {
  it('names the proof of each artifact of each platform and transport', async () => {
    const { now, should } = await platformsPage()

    expect(now === should, 'run `node test/docs/write-platforms.ts`').to.equal(true)
  })

  it('has a proof for each of them', () => {
    expect(provenArtifacts().filter(({ by }) => by === '')).to.deep.equal([])
  })
})

describe('docs/platforms-documents.md', () => {
  it('shows a document that compiles', () => {
    const example = openGuide('docs/platforms-documents.md').take('id: acme_switch')

    const { errors, platform } = readDocument(example, findShippedDocument)

    expect(errors).to.deep.equal([])
    expect(Object.keys(platform?.artifacts ?? {})).to.include.members(['running-config', 'startup-config', 'version'])
  })

  it('lists the built-in documents with their evidence', async () => {
    const { now, should } = await documentsPage()

    expect(now === should, 'run `node test/docs/write-platforms.ts`').to.equal(true)
  })
})
