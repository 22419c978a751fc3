/** Asked by electron-builder: the program is bundled whole, so no packages are looked for, installed or rebuilt. */
export default function beforeBuild() {
  return false
}
