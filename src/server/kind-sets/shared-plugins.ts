import { nodeRestriction } from '#server/admission/plugins/node-restriction.ts'
import type { PluginFactory } from '#server/admission/plugins/plugin-factory.ts'
import { priority } from '#server/admission/plugins/priority.ts'

/*
 * Plugins that act on kinds of two sets: pods, and nodes or priority classes. A server with both sets has each plugin
 * once, because it is the same function.
 */

export const makeNodeRestriction: PluginFactory = () => nodeRestriction
export const makePriority: PluginFactory = () => priority
