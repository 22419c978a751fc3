import type { Bridge } from '../../bridge.ts'

declare global {
  interface Window {
    /** Offered by the desktop's preload. */
    coffer?: Bridge
  }
}

/** The computer, where the console runs in the desktop; null in a browser, which is shown nothing of it. */
export const desktop: Bridge | null = (typeof window === 'undefined' ? undefined : window.coffer) ?? null

/** For components that are drawn only where there is a desktop. */
export function useDesktop(): Bridge {
  if (!desktop) throw new Error('this is for the desktop alone')
  return desktop
}
