import { expect } from 'chai'
import { parse } from 'yaml'
import { factsInText } from '../../../../shared/platforms/extract-facts.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import { fixture } from '../../../support/recordings.ts'

interface Expected {
  platform: string
  artifact: string
  file: string
  facts: Record<string, string>
}

const table = parse(fixture('document-facts.yaml').toString('utf8')) as Expected[]

describe('the facts in captures of further devices', () => {
  for (const { platform, artifact, file, facts } of table)
    it(`are those that ${platform}/${file} shows`, () => {
      const text = fixture(`documents/${platform}/${file}`).toString('latin1')

      for (const value of Object.values(facts)) expect(text).to.contain(value)
      expect(factsInText(platformById(platform)!, artifact, text)).to.deep.equal(facts)
    })
})
