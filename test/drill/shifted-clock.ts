/**
 * Preloaded into a process of a drill (`NODE_OPTIONS=--import`): shifts its wall clock, and that of its workers, by
 * DRILL_CLOCK_MS milliseconds. Monotonic clocks are not affected, as when the computer's clock is set wrong.
 */
const offMs = Number(process.env['DRILL_CLOCK_MS'] ?? 0)
const real = globalThis.Date
const now = () => real.now() + offMs

globalThis.Date = new Proxy(real, {
  apply: () => new real(now()).toString(),
  construct: (target, parameters, made) =>
    Reflect.construct(target, parameters.length > 0 ? parameters : [now()], made),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
})
