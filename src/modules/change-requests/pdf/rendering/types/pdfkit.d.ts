export {};

declare global {
  namespace PDFKit {
    interface PDFDocument {
      /** @throws Error when the bytes are neither a JPEG nor a PNG */
      openImage(source: Uint8Array): { readonly width: number; readonly height: number };
      /** The current font, if it is embedded; its glyphs' code points go into the document when that ends. */
      readonly _font: { readonly unicode: (number[] | undefined)[] };
    }
  }
}
