/** The text is no selector; the message is the reference's. */
export class SelectorError extends Error {}
