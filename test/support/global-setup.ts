import { runEndings } from './at-end.ts'

/** Called by mocha when all tests are over. Nothing is set up before: the first test that needs a thing starts it. */
export async function mochaGlobalTeardown(): Promise<void> {
  await runEndings()
}
