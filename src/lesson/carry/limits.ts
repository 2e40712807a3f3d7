/*
 * Limits of a lesson from someone else. Each is checked before the step that each limits: characters before decoding, bytes
 * while inflating, files before reading.
 */

/** Characters of a link's payload. */
export const linkMax: number = 128 * 1024
/** Chats and mail programs may cut longer links; the page then proposes a file. */
export const linkComfortable: number = 8 * 1024
/** Bytes of a packed folder. */
export const zipMax: number = 512 * 1024
/** Characters of all files together, and of a file that carries them. */
export const charactersMax: number = 1024 * 1024
/** Files of a folder. */
export const filesMax = 200
