import { expect } from 'chai'
import { placeWindow } from '../../../desktop/main/window-state.ts'

const laptop = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -2560, y: 0, width: 2560, height: 1400 }

describe('where the window opens', () => {
  const kept = (x: number, y: number, width = 1200, height = 800) => ({
    bounds: { x, y, width, height },
    isMaximized: false,
  })

  it('is where it was, also on a screen left of the first', () => {
    expect(placeWindow(kept(-2400, 100), [laptop, left])).to.deep.equal(kept(-2400, 100))
  })

  it('is the middle of the first screen when its own is gone', () => {
    expect(placeWindow(kept(-2400, 100), [laptop])).to.deep.equal(kept(360, 120))
  })

  it('is not where nobody could take hold of its title bar', () => {
    expect(placeWindow(kept(1850, 100), [laptop])).to.deep.equal(kept(360, 120))
    expect(placeWindow(kept(100, 1020), [laptop])).to.deep.equal(kept(360, 120))
    expect(placeWindow(kept(100, -300), [laptop])).to.deep.equal(kept(360, 120))
  })

  it('is no larger than the screen and no smaller than the console can be', () => {
    expect(placeWindow(kept(0, 0, 4000, 3000), [laptop]).bounds).to.include({ width: 1920, height: 1040 })
    expect(placeWindow(kept(0, 0, 50, 50), [laptop]).bounds).to.include({ width: 900, height: 600 })
    expect(placeWindow(null, [{ x: 0, y: 0, width: 1024, height: 700 }]).bounds).to.deep.equal({
      x: 0,
      y: 0,
      width: 1024,
      height: 700,
    })
  })

  it('stays maximised on another screen', () => {
    expect(placeWindow({ ...kept(-2400, 100), isMaximized: true }, [laptop]).isMaximized).to.equal(true)
  })
})
