import Mocha from 'mocha'

/** The spec reporter, closed by the one line that CI reads: `N passed, N failed, N skipped`. */
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats
      console.log(`${passes} passed, ${failures} failed, ${pending} skipped`)
    })
  }
}
