import { expect } from 'chai'
import { i18n } from '../../../../desktop/console/language/i18n.ts'
import { failureText } from '../../../../desktop/console/ui/failure-text.ts'
import { frenchAdvice, words } from '../../../../desktop/console/ui/failure-words.ts'
import { loadServiceTexts } from '../../../../desktop/console/ui/said/service-text.ts'
import { type FailureCode, failures } from '../../../../shared/contract/failures.ts'

const codes = Object.keys(failures) as FailureCode[]

describe('the words of failures in the console', () => {
  afterEach(() => (i18n.global.locale.value = 'en'))

  it('are there for every code in both languages', () => {
    expect(Object.keys(words.en.name)).to.deep.equal(codes)
    expect(Object.keys(words.fr.name)).to.deep.equal(codes)
    expect(Object.keys(frenchAdvice)).to.deep.equal(codes)
    expect(codes.filter((code) => frenchAdvice[code] === failures[code].advice)).to.deep.equal([])
  })

  before(loadServiceTexts)

  it('say each advice in French, and leave what the device said', () => {
    i18n.global.locale.value = 'fr'

    for (const code of codes) {
      expect(
        failureText(`core-1: failed while logging in to the API; seen: %Bad. To try: ${failures[code].advice}.`),
      ).to.equal(
        `core-1: échec pendant\u00a0: ouverture de session à l’API\u00a0; vu\u00a0: %Bad. À essayer\u00a0: ${frenchAdvice[code]}.`,
      )
    }
    expect(failureText('core-1: no agent took it. Try: see the log.')).to.equal(
      'core-1: no agent took it. Try: see the log.',
    )
  })

  it('say what was expected of the device where it has words of ours for it', () => {
    i18n.global.locale.value = 'fr'

    expect(
      failureText(
        `failed while connecting to 192.0.2.1 port 22; expected an open TCP port; seen: ECONNREFUSED. To try: ${failures.connection_refused.advice}.`,
      ),
    ).to.include('attendu\u00a0: un port TCP ouvert\u00a0; vu\u00a0: ECONNREFUSED.')
  })

  it('say sizes as they are written in French', () => {
    const text = (advice: string) =>
      `failed while listing the tree; expected at most 5.0 GiB in files (option max_bytes); seen: 6.2 GiB; the largest: /srv/a (2.0 GiB). To try: ${advice}.`
    i18n.global.locale.value = 'fr'

    expect(failureText(text(failures.tree_too_large.advice))).to.equal(
      `échec pendant\u00a0: liste de l’arborescence\u00a0; attendu\u00a0: au plus 5,0 Gio de fichiers (option max_bytes)\u00a0; vu\u00a0: 6,2 Gio\u00a0; les plus gros\u00a0: /srv/a (2,0 Gio). À essayer\u00a0: ${frenchAdvice.tree_too_large}.`,
    )
  })

  it('say more that is to be tried after it, and nothing else in English', () => {
    const text = `failed while reading. To try: ${failures.command_refused.advice}; or take the API.`

    expect(failureText(text)).to.equal(text)
    i18n.global.locale.value = 'fr'
    expect(failureText(text)).to.equal(
      `échec pendant\u00a0: reading. À essayer\u00a0: ${frenchAdvice.command_refused}; or take the API.`,
    )
    const other = `failed while reading config; expected a line "end"; nothing was seen. To try: ${failures.output_truncated.advice}.`
    expect(failureText(other)).to.equal(
      `échec pendant\u00a0: lecture de config\u00a0; attendu\u00a0: a line "end"\u00a0; rien n’a été vu. À essayer\u00a0: ${frenchAdvice.output_truncated}.`,
    )
    expect(failureText(null)).to.equal(null)
  })
})
