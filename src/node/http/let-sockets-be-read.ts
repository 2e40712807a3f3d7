/**
 * Resolves after what arrived on sockets was handled. One immediate is not enough: after a callback of a socket it runs before the loop
 * looks at the sockets again. [ER8]
 */
export const letSocketsBeRead = (): Promise<void> => new Promise((resume) => void setImmediate(setImmediate, resume))
