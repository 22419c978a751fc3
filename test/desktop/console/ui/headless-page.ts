import { createPinia } from 'pinia'
import { type Component, createRenderer, defineComponent, h } from 'vue'
import { RouterView, createMemoryHistory, createRouter } from 'vue-router'

/** The router requests its root. */
const element = () => ({ getRootNode: () => null })

/** A renderer that draws nothing. */
const { createApp } = createRenderer<object, object>({
  createElement: element,
  createText: () => ({}),
  createComment: () => ({}),
  setText: () => undefined,
  setElementText: () => undefined,
  insert: () => undefined,
  remove: () => undefined,
  patchProp: () => undefined,
  parentNode: () => null,
  nextSibling: () => null,
})

/**
 * Opens a console page without rendering, with its router, to test composables that need both.
 * @param use called once, as the page's set-up; its result is `used`
 * @param at the initial path, `/list` with an optional query; `/elsewhere` is another page
 */
export async function openHeadlessPage<Used>(use: () => Used, at = '/list') {
  const browser = stubBrowser()
  let used: Used | undefined
  const page = (setup: () => void) =>
    defineComponent(() => {
      setup()
      return () => h('main')
    }) as Component
  const router = createRouter({
    history: createMemoryHistory(),
    routes: [
      { path: '/list', name: 'list', component: page(() => void (used = use())) },
      { path: '/elsewhere', name: 'elsewhere', component: page(() => undefined) },
    ],
  })
  const app = createApp(RouterView).use(createPinia()).use(router)
  await router.push(at)
  app.mount(element())
  return {
    router,
    used: used!,
    /** The current path, with its query. */
    address: () => router.currentRoute.value.fullPath,
    /** Waits until all immediate work is done. */
    settled: () => new Promise((resolve) => setImmediate(resolve)),
    close() {
      app.unmount()
      browser.restore()
    },
  }
}

/** Stubs the browser functions that composables use. */
function stubBrowser() {
  const kept = new Map<string, string>()
  const stubs = {
    window: new EventTarget(),
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  }
  const before = Object.keys(stubs).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const)
  for (const [name, value] of Object.entries(stubs))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
  return {
    restore() {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor)
        else Reflect.deleteProperty(globalThis, name)
      }
    },
  }
}
