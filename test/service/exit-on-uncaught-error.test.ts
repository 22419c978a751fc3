import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect } from 'chai'

const file = path.join(import.meta.dirname, '../../service/exit-on-uncaught-error.ts')

describe('an uncaught error', () => {
  for (const [what, mistake] of [
    ['thrown', `setTimeout(() => { throw new Error('planted') })`],
    ['rejected', `Promise.reject(new Error('planted'))`],
  ] as const) {
    it(`ends the service with code 1 and one log line when it was ${what}`, () => {
      const script = `
        const { exitOnUncaughtError } = await import(${JSON.stringify(file)})
        exitOnUncaughtError({ fatal: ({ err }, words) => console.log(words + ': ' + err.message) })
        setInterval(() => {}, 1000)
        ${mistake}`

      const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        timeout: 20_000,
      })

      expect([status, stdout, stderr]).to.deep.equal([1, 'exiting: uncaught exception: planted\n', ''])
    })
  }
})
