import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { ApiProblem, type Problem } from '../../../../desktop/console/client/api.ts'
import { safeFileName } from '../../../../desktop/console/client/safe-file-name.ts'
import { i18n } from '../../../../desktop/console/language/i18n.ts'
import { isPermission, permissionName } from '../../../../desktop/console/ui/permission-name.ts'
import { words } from '../../../../desktop/console/ui/problem-words.ts'
import { failureSentence, failureWords, fieldErrors } from '../../../../desktop/console/ui/problem.ts'
import { loadServiceTexts } from '../../../../desktop/console/ui/said/service-text.ts'
import { permissionsOf } from '../../../../shared/permissions/permissions.ts'

const service = path.join(import.meta.dirname, '../../../../service')

function refusal(said: Partial<Problem> & { title: string }): ApiProblem {
  const type = `urn:coffer:problem:${said.title.toLowerCase().replaceAll(' ', '-')}`
  return new ApiProblem({ type, status: 409, request_id: 'r1', ...said })
}

describe('a refusal in the console', () => {
  before(loadServiceTexts)
  beforeEach(() => (i18n.global.locale.value = 'fr'))
  after(() => (i18n.global.locale.value = 'en'))

  it('is said in the language of the person, title and detail', () => {
    const failure = refusal({
      title: 'Not in this state',
      detail: 'Revoke the agent first.',
      code: 'agent_not_revoked',
    })

    expect(failureWords(failure)).to.deep.equal({
      title: 'Pas dans cet état',
      detail: 'Révoquez d’abord l’agent.',
      isQuoted: false,
    })
    expect(failureSentence(failure)).to.equal('Révoquez d’abord l’agent.')
  })

  it('is quoted behind its translated title where the service says something new', () => {
    const failure = refusal({ title: 'Not in this state', detail: 'The moon is full.' })

    expect(failureWords(failure)).to.deep.equal({
      title: 'Pas dans cet état',
      detail: 'The moon is full.',
      isQuoted: true,
    })
    expect(failureSentence(failure)).to.equal('Pas dans cet état\u00a0: The moon is full.')
  })

  it('names refused fields with what is wrong, each in its place', () => {
    const errors = [
      { path: 'schedule', message: "'61' is no cron field" },
      { path: 'schedule', message: 'something new' },
    ]
    const failure = refusal({ title: 'A value was refused', status: 422, errors, detail: 'schedule: …' })

    expect(fieldErrors(failure)).to.deep.equal({
      schedule: '«\u00a061\u00a0» n’est pas un champ cron; something new',
    })
    expect(failureWords(failure).isQuoted).to.equal(true)
  })

  it('says what the role may not instead of a code', () => {
    const failure = refusal({
      title: 'Not allowed',
      status: 403,
      detail: 'Your role lacks device:write.',
      missing: 'device:write',
    })

    expect(failureSentence(failure)).to.equal('Votre rôle ne permet pas\u00a0: modifier les équipements.')
    expect(permissionsOf('platform_admin').every(isPermission)).to.equal(true)
    i18n.global.locale.value = 'en'
    expect(permissionsOf('platform_admin').map(permissionName)).to.include('change devices')
  })

  it('of no answer at all is told as that', () => {
    const silence = new ApiProblem({ type: 'about:blank', title: 'x', status: 0, request_id: '' })

    expect(failureSentence(silence)).to.equal(
      'Le service ne répond pas\u00a0: Est-il démarré, et le réseau est-il là\u00a0?',
    )
  })

  it('has a name for each title that the service has', () => {
    const sources = fs
      .readdirSync(service, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
    const titles = sources.flatMap((file) =>
      [...fs.readFileSync(path.join(service, file), 'utf8').matchAll(/new Refusal\(\s*\d+,\s*'([^']+)'/g)].map(
        ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'),
      ),
    )

    expect(titles.length).to.be.above(20)
    expect([...new Set(titles)].filter((title) => !(title in words.en.title))).to.deep.equal([])
  })
})

describe('the name of a file that is saved', () => {
  it('has no folder, no sign for a shell and nothing that turns a text round', () => {
    expect(safeFileName('../../etc/passwd')).to.equal('etc-passwd')
    expect(safeFileName('core 1/à;rm -rf\u202egpj.patch')).to.equal('core-1-à-rm-rf-gpj.patch')
    expect(safeFileName('core-1', '2026-01-01T000000Z.patch')).to.equal('core-1_2026-01-01T000000Z.patch')
  })

  it('keeps its ending however long the rest is', () => {
    const name = safeFileName(`${'x'.repeat(500)}_2026-01-01.tar.gz`)

    expect(name).to.match(/^x{120}\.tar\.gz$/)
  })
})
