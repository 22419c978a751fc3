import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { UpdateInfo } from 'electron-updater'
import { parse } from 'yaml'
import { DesktopError } from '../desktop-error.ts'

/** Returns the name of the update manifest that electron-builder writes beside the packages of a release. */
export function manifestName(platform: NodeJS.Platform, arch: NodeJS.Architecture): string {
  if (platform === 'darwin') return 'latest-mac.yml'
  if (platform === 'win32') return 'latest.yml'
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`
}

/**
 * Returns the manifest with the package of this platform and processor only. Manifests of all platforms have the same
 * signature key, so one could be served under the name of another.
 * @throws DesktopError desktop_update_manifest_invalid
 */
export function selectPackage(info: UpdateInfo, platform: NodeJS.Platform, arch: NodeJS.Architecture): UpdateInfo {
  const extension = platform === 'win32' ? '.exe' : '.AppImage'
  const others = ['arm64', 'armv7l', 'ia32'].filter((one) => one !== arch)
  const files = info.files.filter(({ url }) => url.endsWith(extension) && !others.some((one) => url.includes(one)))
  if (files.length === 0) throw new DesktopError('desktop_update_manifest_invalid')
  return { ...info, files }
}

/**
 * Parses an update manifest. Nothing of it is used before its signature is verified.
 * @param signature Ed25519 over the bytes of the manifest (RFC 8032), 64 bytes; null if the folder has none
 * @param publicKey as in the preferences; empty: no signature is required, and the manifest must not be installed
 * @throws DesktopError desktop_update_unsigned, desktop_update_signature_invalid, desktop_update_manifest_invalid
 */
export function readManifest(manifest: Buffer, signature: Buffer | null, publicKey: string): UpdateInfo {
  if (publicKey !== '') {
    const key = parsePublicKey(publicKey)
    if (!key) throw new DesktopError('desktop_update_key_invalid')
    if (!signature) throw new DesktopError('desktop_update_unsigned')
    if (!verify(null, manifest, key, signature)) throw new DesktopError('desktop_update_signature_invalid')
  }
  const info = parseYaml(manifest.toString())
  if (!isUpdateInfo(info)) throw new DesktopError('desktop_update_manifest_invalid')
  return info
}

/** The DER prefix of an Ed25519 public key (RFC 8410): the 32 bytes of the key follow. */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

/** Parses the 32 bytes of an Ed25519 public key in base64; null if it is not such a key. */
export function parsePublicKey(given: string): KeyObject | null {
  const bytes = Buffer.from(given, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64') !== given) return null
  return createPublicKey({ key: Buffer.concat([ed25519Prefix, bytes]), format: 'der', type: 'spki' })
}

function parseYaml(text: string): unknown {
  try {
    return parse(text)
  } catch {
    return null
  }
}

function isUpdateInfo(found: unknown): found is UpdateInfo {
  if (typeof found !== 'object' || found === null) return false
  const { version, files } = found as Record<string, unknown>
  return (
    typeof version === 'string' &&
    /^\d+\.\d+\.\d+(?:[-+][\w.+-]*)?$/.test(version) &&
    Array.isArray(files) &&
    files.every((file) => typeof file?.url === 'string' && typeof file?.sha512 === 'string')
  )
}
