/** The part of the package that is used; its own types are those of another kind of module. */
declare module 'bidi-js' {
  export interface Bidi {
    /** Odd levels are written from right to left. */
    getEmbeddingLevels(text: string, baseDirection: 'ltr' | 'rtl'): { readonly levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
    getBidiCharTypeName(character: string): string;
  }

  export default function bidiFactory(): Bidi;
}
