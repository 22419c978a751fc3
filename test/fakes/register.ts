import { registerHooks } from 'node:module'

/** Whoever imports electron in a test gets the fake: outside of its own program the package would begin a download. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})
