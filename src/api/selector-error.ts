/** The text is not a selector. The message is that of Kubernetes. */
export class SelectorError extends Error {}
