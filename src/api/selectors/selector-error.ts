/** The text is not a selector. The message is Kubernetes'. */
export class SelectorError extends Error {}
