import { registerHooks } from 'node:module'

/** Replaces electron by the fake in tests: outside of its own program, the package would start a download. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
})
