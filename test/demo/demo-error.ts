/** Why the demonstration cannot run, in one line for the user who starts it. */
export class DemoError extends Error {
  override name = 'DemoError'
}
