/**
 * Orchard as a library: an API server in this process, with no cluster and no network. docs/library/README.md
 */
export { createOrchard } from './create-orchard.js'
export { loopNames } from './loop-names.js'
export type {
  KindSet,
  LogSource,
  OrchardClock,
  OrchardObject,
  OrchardObjects,
  OrchardOptions,
  OrchardServer,
  OrchardUser,
} from './orchard-server.js'
