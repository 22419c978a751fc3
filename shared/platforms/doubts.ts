type Metadata = Readonly<Record<string, unknown>>

/**
 * Why a person should look at a version before it is believed, by what its metadata says beside that of the version
 * before it, in words. Each may have a good reason, as a unit that was replaced.
 */
export function doubtsAbout(before: Metadata, after: Metadata): string[] {
  return [
    ...(isOther(before['serial'], after['serial'])
      ? [`another unit answered: its serial number is ${String(after['serial'])}, it was ${String(before['serial'])}`]
      : []),
    ...(isLess(before['device_groups'], after['device_groups'])
      ? [`it shows ${String(after['device_groups'])} device groups, it showed ${String(before['device_groups'])}`]
      : []),
    ...(after['partial'] === true && before['partial'] !== true
      ? ['it shows a part only, the one before did not']
      : []),
    ...(after['masked'] !== undefined && before['masked'] === undefined
      ? ['secrets are masked that the one before showed']
      : []),
  ]
}

function isOther(before: unknown, after: unknown): boolean {
  return typeof before === 'string' && typeof after === 'string' && before !== after
}

function isLess(before: unknown, after: unknown): boolean {
  return typeof before === 'number' && typeof after === 'number' && after < before
}
