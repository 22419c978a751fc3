declare module 'bidi-js' {
  interface Bidi {
    /** Returns a level for each UTF-16 unit; odd ones are written from right to left. */
    getEmbeddingLevels: (text: string, base: 'ltr' | 'rtl' | 'auto') => { levels: Uint8Array }
    getMirroredCharacter: (char: string) => string | null
  }
  export default function createBidi(): Bidi
}
