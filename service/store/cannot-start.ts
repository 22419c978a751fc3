/** Why there is no database to work with, in one line for the person who starts the service. */
export class CannotStart extends Error {
  constructor(line: string, options?: ErrorOptions) {
    super(line.replace(/\s*\n\s*/g, ' ').trim(), options)
    this.name = 'CannotStart'
  }
}
