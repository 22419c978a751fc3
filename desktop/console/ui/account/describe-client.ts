const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Electron/', 'Coffer Desktop'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
  ['coffer/', 'coffer'],
  ['curl/', 'curl'],
] as const

const systems = [
  ['Windows', 'Windows'],
  ['Android', 'Android'],
  ['iPhone', 'iOS'],
  ['iPad', 'iPadOS'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

/**
 * Returns a short name of a client, such as `Firefox, Linux`, or the first word of an unknown one. Every client chooses
 * its `User-Agent`, so the name is a hint, not proof.
 */
export function describeClient(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1] ?? userAgent.split(/[\s/]/, 1)[0]
  const system = systems.find(([mark]) => userAgent.includes(mark))?.[1]
  return [browser, system].filter(Boolean).join(', ')
}
