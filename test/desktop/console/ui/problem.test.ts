import { expect } from 'chai'
import { ApiProblem, type Problem } from '../../../../desktop/console/client/api.ts'
import { DesktopProblem, withErrors } from '../../../../desktop/console/client/desktop.ts'
import type { Bridge } from '../../../../desktop/bridge.ts'
import { safeFileName } from '../../../../desktop/console/client/safe-file-name.ts'
import { i18n } from '../../../../desktop/console/language/i18n.ts'
import { loadMessages } from '../../../../desktop/console/language/service-messages.ts'
import { isPermission, permissionName } from '../../../../desktop/console/ui/permission-name.ts'
import { failureSentence, describeFailure, fieldErrors } from '../../../../desktop/console/ui/problem.ts'
import { message } from '../../../../shared/messages/message.ts'
import { permissionsOf } from '../../../../shared/permissions/permissions.ts'

function refusal(said: Partial<Problem> & { title: string }): ApiProblem {
  const type = `urn:coffer:problem:${said.title.toLowerCase().replaceAll(' ', '-')}`
  return new ApiProblem({ type, status: 409, request_id: 'r1', ...said })
}

describe('an error in the console', () => {
  before(async () => {
    await loadMessages('fr')
  })
  beforeEach(() => (i18n.global.locale.value = 'fr'))
  after(() => (i18n.global.locale.value = 'en'))

  it('is rendered from its code in the user’s language, title and detail', () => {
    const failure = refusal({ title: 'Conflict', detail: 'The keys …', code: 'keys_destroyed', params: {} })
    const detail =
      'Les clés de ce client ont été détruites. Ses sauvegardes sont définitivement illisibles, et aucune nouvelle n’est possible.'

    expect(describeFailure(failure)).to.deep.equal({ title: 'Conflit', detail, isQuoted: false })
    expect(failureSentence(failure)).to.equal(detail)
  })

  it('of the desktop is rendered from the message that passes the bridge', async () => {
    const rejecting = { openLink: () => Promise.reject(message('desktop_link_not_https')), onEvent: () => () => {} }
    const bridge = withErrors(rejecting as unknown as Bridge)

    const failure = await bridge.openLink('x').catch((error: Error) => error)

    expect(failure).to.be.instanceOf(DesktopProblem)
    expect(failureSentence(failure as Error)).to.equal('Seules les adresses https sont ouvertes.')
  })

  it('of a limited role names no parameters of the API', () => {
    const failure = refusal({ title: 'Forbidden', status: 403, code: 'scope_limited', params: {}, missing: 'scope' })

    expect(failureSentence(failure))
      .to.match(/^Votre rôle est limité/)
      .and.not.include('tenant')
  })

  it('with an unknown code is quoted after its translated title', () => {
    const failure = refusal({ title: 'Conflict', detail: 'The moon is full.', code: 'moon_full' as never })

    expect(describeFailure(failure)).to.deep.equal({ title: 'Conflit', detail: 'The moon is full.', isQuoted: true })
    expect(failureSentence(failure)).to.equal('Conflit\u00a0: The moon is full.')
  })

  it('is rendered for each invalid field, and quoted for an unknown code', () => {
    const errors = [
      { path: 'cursor', code: 'cursor_invalid' as const, params: {}, message: 'is not a cursor of this list' },
      { path: 'cursor', code: 'moon_full' as never, params: {}, message: 'something new' },
    ]
    const failure = refusal({ title: 'Invalid value', status: 422, errors, detail: 'cursor: …' })

    expect(fieldErrors(failure)).to.deep.equal({ cursor: 'n’est pas un curseur de cette liste; something new' })
    expect(describeFailure(failure).isQuoted).to.equal(true)
  })

  it('names the missing permission instead of a code', () => {
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

  it('without a response is reported as such', () => {
    const silence = new ApiProblem({ type: 'about:blank', title: 'x', status: 0, request_id: '' })

    expect(failureSentence(silence)).to.equal(
      'Le service ne répond pas\u00a0: Vérifiez qu’il est démarré et joignable.',
    )
  })
})

describe('the name of a saved file', () => {
  it('has no folder, shell metacharacter or bidirectional override', () => {
    expect(safeFileName('../../etc/passwd')).to.equal('etc-passwd')
    expect(safeFileName('core 1/à;rm -rf\u202egpj.patch')).to.equal('core-1-à-rm-rf-gpj.patch')
    expect(safeFileName('core-1', '2026-01-01T000000Z.patch')).to.equal('core-1_2026-01-01T000000Z.patch')
  })

  it('keeps its extension however long the rest is', () => {
    const name = safeFileName(`${'x'.repeat(500)}_2026-01-01.tar.gz`)

    expect(name).to.match(/^x{120}\.tar\.gz$/)
  })
})
