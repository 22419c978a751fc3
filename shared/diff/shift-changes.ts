/**
 * Moves runs of changed lines, where several positions are equivalent, to where users expect them, as GNU diff does.
 * Runs that can touch are joined; a run is placed beside one of the other side if possible, otherwise as late as
 * possible. The number of marked lines does not change, and the unmarked lines remain equal in order.
 * @param ids lines of the side whose marks are moved
 * @param changed its marks, modified in place; 1 means changed
 * @param otherChanged the marks of the other side
 */
export function shiftChanges(ids: Int32Array, changed: Uint8Array, otherChanged: Uint8Array): void {
  const end = ids.length
  let stepsLeft = stepsPerLine * (ids.length + otherChanged.length)
  let line = 0
  let other = 0 // the line of the other side that corresponds to `line`
  for (;;) {
    while (line < end && !changed[line]) {
      while (otherChanged[other++]) continue
      line++
    }
    if (line === end) return
    let start = line
    while (changed[++line]) continue
    while (otherChanged[other]) other++

    let length: number
    let besideOther: number
    do {
      length = line - start
      while (start > 0 && ids[start - 1] === ids[line - 1] && stepsLeft-- > 0) {
        changed[--start] = 1
        changed[--line] = 0
        while (start > 0 && changed[start - 1]) start--
        while (otherChanged[--other]) continue
      }
      besideOther = otherChanged[other - 1] ? line : end
      while (line < end && ids[start] === ids[line] && stepsLeft-- > 0) {
        changed[start++] = 0
        changed[line++] = 1
        while (changed[line]) line++
        while (otherChanged[++other]) besideOther = line
      }
    } while (length !== line - start && stepsLeft > 0)

    while (besideOther < line) {
      changed[--start] = 1
      changed[--line] = 0
      while (otherChanged[--other]) continue
    }
  }
}

/**
 * Limit for texts that would take too long. The marks are correct after every step; only their position is less
 * readable.
 */
const stepsPerLine = 16
