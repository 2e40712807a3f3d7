import type { Scope } from '#server/registry/registry.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { Call } from './call.ts'
import { managerOf } from './field-manager.ts'

/** Returns the registry scope of a call: type, namespace, user and author. */
export function toScope(
  { server, context, route }: Call,
  write: {
    readonly dryRun: boolean
    readonly verb: string
    readonly fieldManager?: string
    readonly strategy?: Strategy
  },
): Scope {
  const { user, request, warnings } = context
  return {
    definition: route.definition,
    strategy: write.strategy ?? route.definition.strategy,
    namespace: route.namespace,
    context: {
      nowMs: server.registry.clock.now(),
      dryRun: write.dryRun,
      user,
      random: server.registry.random,
      uid: server.registry.uid,
    },
    author: {
      actor: user.name,
      verb: write.verb,
      manager: managerOf(write.fieldManager ?? '', request.headers.get('user-agent') ?? ''),
    },
    warn: (text) => warnings.add(text),
  }
}
