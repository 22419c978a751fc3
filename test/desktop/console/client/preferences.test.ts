import { expect } from 'chai'
import { createPinia, setActivePinia } from 'pinia'
import { usePreferences } from '../../../../desktop/console/client/preferences.ts'

describe('the preferences of a user', () => {
  const former = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  let stored: Record<string, string>
  beforeEach(() => {
    stored = {}
    const value = { getItem: (key: string) => stored[key] ?? null, setItem: (key: string, text: string) => (stored[key] = text) } // prettier-ignore
    Object.defineProperty(globalThis, 'localStorage', { value, configurable: true })
    setActivePinia(createPinia())
  })
  afterEach(() => {
    if (former) Object.defineProperty(globalThis, 'localStorage', former)
    else Reflect.deleteProperty(globalThis, 'localStorage')
  })

  it('are those that were stored', () => {
    stored['coffer.preferences.ada'] = '{"density":"compact","lists":{"devices":{"pageSize":50}}}'
    const preferences = usePreferences()

    preferences.openFor('ada')

    expect([preferences.density, preferences.lists]).to.deep.equal(['compact', { devices: { pageSize: 50 } }])
  })

  it('have usable settings of lists, whatever is stored', () => {
    for (const text of ['null', '7', '[]', '{"lists":null,"features":null}', '{"lists":[],"features":"none"}', '{']) {
      stored['coffer.preferences.ada'] = text
      const preferences = usePreferences()

      preferences.openFor('ada')

      expect([preferences.lists, preferences.features], text).to.deep.equal([{}, {}])
    }
  })
})
