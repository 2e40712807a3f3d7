/** The names of all background loops: those of the server itself, those of a controller manager, and `scheduler`. */
export declare const loopNames: readonly string[]
