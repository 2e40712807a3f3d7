import { controllerNames } from '#server/start-controllers.ts'

/** The names of all background loops: those of the server itself, those of a controller manager, and `scheduler`. */
export const loopNames: readonly string[] = controllerNames
