/**
 * Slides runs of changed lines that could as well lie earlier or later (the added block ends like the lines before it)
 * to where a person expects them, as GNU diff does: runs that can touch become one, a run stands beside the other
 * side's where it can, and else comes as late as possible. How many lines are marked does not change, nor that
 * the unmarked ones are equal in order.
 * @param ids the lines of the side whose marks are moved
 * @param changed its marks, changed in place; 1 is changed
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

/** Texts made to slide for ever end here: the marks are right after every single step, only less pretty. */
const stepsPerLine = 16
