import { expect } from 'chai'
import { useDeferredNavigation } from '../../../../desktop/console/ui/useDeferredNavigation.ts'
import { openHeadlessPage } from './headless-page.ts'

describe('deferred navigation', () => {
  it('opens the other page once the service has responded, replacing this one if requested', async () => {
    const { used: goOn, router, address, settled, close } = await openHeadlessPage(useDeferredNavigation)
    await router.push('/list?at=2')

    goOn('/elsewhere', { replace: true })
    await settled()
    expect(address()).to.equal('/elsewhere')
    router.back()
    await settled()

    expect(address()).to.equal('/list')
    close()
  })

  it('does nothing if the user has navigated away or is doing so', async () => {
    const { used: goOn, router, address, settled, close } = await openHeadlessPage(useDeferredNavigation)
    const held = Promise.withResolvers<void>()
    router.beforeEach(({ name }) => (name === 'elsewhere' ? held.promise : undefined))
    const leaving = router.push('/elsewhere?by=hand')
    await settled()

    goOn('/list?of=the-answer')
    await settled()
    held.resolve()
    await leaving
    goOn('/list?of=a-later-answer')
    await settled()

    expect(address()).to.equal('/elsewhere?by=hand')
    close()
  })

  it('happens after all if the user stays when asked about leaving', async () => {
    const { used: goOn, router, address, settled, close } = await openHeadlessPage(useDeferredNavigation)
    const asked = Promise.withResolvers<boolean>()
    const unhold = router.beforeEach(({ name }) => (name === 'elsewhere' ? asked.promise : undefined))
    const leaving = router.push('/elsewhere')
    await settled()
    goOn('/list?of=the-answer')

    asked.resolve(false)
    await leaving
    unhold()
    await settled()

    expect(address()).to.equal('/list?of=the-answer')
    close()
  })
})
