/** The bytes are no whole dump: changed, cut short, or something else altogether. */
export class DumpDamaged extends Error {
  override name = 'DumpDamaged'

  constructor(how: string, options?: ErrorOptions) {
    super(`the dump is damaged: ${how}`, options)
  }
}
