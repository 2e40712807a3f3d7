import { dns1123SubdomainName, pathSegmentNameOrPrefix } from '#api/names.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { Event as CoreEvent } from '#server/kinds/types/core-v1.ts'
import type { Event } from '#server/kinds/types/events-v1.ts'
import { toCoreEvent } from './conversion.ts'
import { validateAnyEvent } from './validation.ts'
import { validateStrict, validateStrictUpdate } from './validation-strict.ts'

/**
 * Events are frequent and written by many clients: nearly any name is valid, and the garbage collector ignores them.
 */
const shared = {
  allowCreateOnUpdate: true,
  defaultPropagation: 'unsupported',
  validateName: pathSegmentNameOrPrefix,
} as const

/** The rules of this version say nothing about metadata, so that only the registry checks it. [WR12] [WR16] */
export const coreStrategy: Strategy<CoreEvent> = {
  ...shared,
  anyFinalizer: true,
  metadataOnUpdate: 'own',
  validate: (next) => validateAnyEvent(next, 'reportingComponent'),
  validateUpdate: (next) => validateAnyEvent(next, 'reportingComponent'),
}

/** Errors use the field names of the stored version, as in the reference. [EV4] */
export const strategy: Strategy<Event> = {
  ...shared,
  validateName: dns1123SubdomainName,
  validate: (next) => validateStrict(toCoreEvent(next)),
  validateUpdate: (next, live) => validateStrictUpdate(toCoreEvent(next), toCoreEvent(live)),
}
