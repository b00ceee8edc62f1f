import { fileURLToPath } from 'node:url';

/** A small book about the service itself. */
export const SAMPLE_FOLDER = fileURLToPath(new URL('./sample', import.meta.url));
/** Title of a space with it. */
export const SAMPLE_TITLE = 'Welcome to Docspine';
