/** Called by electron-builder. The program is bundled, so no packages are searched, installed or rebuilt. */
export default function beforeBuild() {
  return false
}
