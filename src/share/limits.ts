/*
 * Limits of a link or a file. Each is checked before the step that they limit: characters before decoding, bytes while
 * inflating, depth and counts before parsing, expanded texts while they are expanded.
 */

/** Characters of a link's payload. Browsers take longer addresses; chats and mail do not. */
export const linkCharactersMax: number = 128 * 1024
/** Above this a file is proposed instead of a link. */
export const linkCharactersComfortable: number = 8 * 1024
/** Bytes of a link's payload after inflating. */
export const inflatedBytesMax: number = 8 * 1024 * 1024
/** Characters of a file. */
export const fileCharactersMax: number = 64 * 1024 * 1024
/** Levels of nesting. */
export const depthMax: number = 128
/** Values in a document. */
export const valuesMax: number = 2_000_000
export const entriesMax: number = 20_000
/** Characters of all versions together, after their differences were applied. */
export const expandedCharactersMax: number = 64 * 1024 * 1024
/** Characters of a title, name or another short text. */
export const wordsMax: number = 400
/** Characters of a key or of the text of a draft. */
export const keyCharactersMax: number = 1_000
export const textCharactersMax: number = 256 * 1024
export const stepsMax: number = 200
export const watchesMax: number = 20
export const requestsMax: number = 500
export const actorsMax: number = 20
/** Characters of the text of a simulated client. */
export const actorCharactersMax: number = 16 * 1024
