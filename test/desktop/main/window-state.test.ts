import { expect } from 'chai'
import { placeWindow } from '../../../desktop/main/window-state.ts'

const laptop = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -2560, y: 0, width: 2560, height: 1400 }

describe('the desktop window’s position', () => {
  const kept = (x: number, y: number, width = 1200, height = 800) => ({
    bounds: { x, y, width, height },
    isMaximized: false,
  })

  it('is restored, also on a screen left of the first', () => {
    expect(placeWindow(kept(-2400, 100), [laptop, left])).to.deep.equal(kept(-2400, 100))
  })

  it('is centred on the first screen when its own screen is gone', () => {
    expect(placeWindow(kept(-2400, 100), [laptop])).to.deep.equal(kept(360, 120))
  })

  it('is reset when its title bar would be out of reach', () => {
    expect(placeWindow(kept(1850, 100), [laptop])).to.deep.equal(kept(360, 120))
    expect(placeWindow(kept(100, 1020), [laptop])).to.deep.equal(kept(360, 120))
    expect(placeWindow(kept(100, -300), [laptop])).to.deep.equal(kept(360, 120))
  })

  it('is limited to the screen and to the console’s minimum size', () => {
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
