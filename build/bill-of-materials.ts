import { createHash } from 'node:crypto'
import type { BundledPackage } from './bundled-packages.ts'

/**
 * Returns a software bill of materials (CycloneDX 1.6, JSON). It contains no time and no author: the same packages give
 * the same bytes, including the serial number.
 */
export function billOfMaterials(
  product: { name: string; version: string },
  packages: readonly BundledPackage[],
): string {
  const components = packages.map((one) => ({
    type: 'library',
    'bom-ref': purlOf(one),
    name: one.name,
    version: one.version,
    ...(one.integrity && { hashes: [{ alg: 'SHA-512', content: hexOf(one.integrity) }] }),
    licenses: [licenseOf(one.license)],
    purl: purlOf(one),
  }))
  const digest = createHash('sha256')
    .update(JSON.stringify([product, components]))
    .digest('hex')
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(digest)}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': product.name, ...product } },
    components,
    dependencies: [{ ref: product.name, dependsOn: components.map(({ purl }) => purl) }],
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

/** Returns a package URL. The at sign of a scope is written as %40. */
function purlOf({ name, version }: BundledPackage): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
}

/** A single SPDX name is an id; several joined by operators are an expression. */
function licenseOf(license: string): object {
  if (license === 'unknown' || license === 'BSD') return { license: { name: license } }
  return /^[A-Za-z0-9.+-]+$/.test(license)
    ? { license: { id: license } }
    : { expression: license.replace(/^\((.*)\)$/, '$1') }
}

/** Returns a custom UUID (version 8, RFC 9562 §5.8). */
function uuidOf(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
