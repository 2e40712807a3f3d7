import type { Strategy } from '#server/registry/strategy.ts'
import type { ResourceRoute } from './route.ts'

/** Returns the strategy of a route's writes: a subresource may have its own. */
export const viewStrategy = ({ definition, subresource }: ResourceRoute): Strategy =>
  subresource?.type === 'view' ? { ...subresource.strategy, allowCreateOnUpdate: false } : definition.strategy
