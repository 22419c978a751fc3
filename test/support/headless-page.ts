import { createPinia } from 'pinia'
import { type Component, createRenderer, defineComponent, h } from 'vue'
import { RouterView, createMemoryHistory, createRouter } from 'vue-router'

/** The router asks it for its root. */
const element = () => ({ getRootNode: () => null })

/** Draws nothing. */
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
 * A page of a console that nobody draws, with its router, so that composables that need both can be tried by themselves.
 * @param use called once, as the page's set-up; what it returns is `used`
 * @param at where the page is opened, `/list` and what is behind it; `/elsewhere` is another page
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
    /** Where the page is, with its query. */
    address: () => router.currentRoute.value.fullPath,
    /** Everything that is under way and waits for nothing is done. */
    settled: () => new Promise((resolve) => setImmediate(resolve)),
    close() {
      app.unmount()
      browser.restore()
    },
  }
}

/** The little of a browser that composables ask for. */
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
