/** A no that the person is told in these words. Anything else that is thrown is our mistake, and goes to the log. */
export class Refused extends Error {}
