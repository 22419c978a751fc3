import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** English, Unicode (Microsoft, VERSIONINFO). */
const language = { lang: 1033, codepage: 1200 }

/**
 * Sets the name of a Windows program. Explorer, the task manager and inventories would otherwise show Node's.
 * @param program without a signature
 * @param version three numbers, as in package.json
 */
export function nameWindowsProgram(program: Buffer, version: string): Buffer {
  const [major = 0, minor = 0, patch = 0] = version.split(/[.-]/).map(Number)
  const executable = NtExecutable.from(program)
  const resources = NtExecutableResource.from(executable)
  const info = Resource.VersionInfo.fromEntries(resources.entries)[0] ?? Resource.VersionInfo.createEmpty()
  info.setFileVersion(major, minor, patch, 0, language.lang)
  info.setProductVersion(major, minor, patch, 0, language.lang)
  info.setStringValues(language, {
    CompanyName: 'Coffer',
    FileDescription: 'Coffer agent',
    InternalName: 'coffer-agent',
    OriginalFilename: 'coffer-agent.exe',
    ProductName: 'Coffer',
    LegalCopyright: 'Node.js: Copyright Node.js contributors. MIT license.',
  })
  info.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  return Buffer.from(executable.generate())
}
