import type { Strategy } from '#server/registry/strategy.ts'
import type { ResourceRoute } from '../route.ts'

/** The strategy under which a route writes: a view has one of its own. */
export const viewStrategy = ({ definition, subresource }: ResourceRoute): Strategy =>
  subresource?.type === 'view' ? { ...subresource.strategy, allowCreateOnUpdate: false } : definition.strategy
