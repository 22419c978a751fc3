import { expect } from 'chai'
import { i18n } from '../../../../../desktop/console/language/i18n.ts'
import { fieldsFr } from '../../../../../desktop/console/ui/said/fields-fr.ts'
import { loadServiceTexts, serviceText, translated } from '../../../../../desktop/console/ui/said/service-text.ts'

const books = { fieldsFr }

describe('what the service says, in French', () => {
  before(async () => {
    await loadServiceTexts()
    i18n.global.locale.value = 'fr'
  })
  after(() => (i18n.global.locale.value = 'en'))

  it('fills each sentence with what the service filled it with', () => {
    const wrong = Object.entries(books).flatMap(([book, phrases]) =>
      Object.entries(phrases).flatMap(([english, french]) => {
        const left = namesIn(french).filter((name) => !namesIn(english).includes(name))
        return left.map((name) => `${book}: {${name}} of ${french}`)
      }),
    )

    expect(wrong).to.deep.equal([])
  })

  it('leaves what it has no words for, and everything in English', () => {
    expect(serviceText('something new')).to.equal('something new')
    expect(translated('something new')).to.equal(undefined)
    i18n.global.locale.value = 'en'
    expect(serviceText('nothing is changed while one of the devices is refused')).to.match(/^nothing/)
    i18n.global.locale.value = 'fr'
  })
})

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}
