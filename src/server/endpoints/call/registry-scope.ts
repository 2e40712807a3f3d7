import { toRevision } from '#api/revision.ts'
import { CAUSE_HEADER } from '#facts/debug-api.ts'
import type { Author } from '#server/storage/log.ts'
import type { Scope } from '#server/registry/registry.ts'
import type { Strategy } from '#server/registry/strategy.ts'
import type { Call } from './call.ts'
import { managerOf } from './field-manager.ts'

/** The revision that a client says it reacts to. Anything else than one that has been written is ignored. [LC6] */
function causeOf(text: string | null, newest: number): Pick<Author, 'cause'> {
  if (text === null || !/^[1-9][0-9]{0,15}$/.test(text)) return {}
  return Number(text) > newest ? {} : { cause: toRevision(Number(text)) }
}

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
      ...causeOf(request.headers.get(CAUSE_HEADER), server.registry.objects.log.revision()),
    },
    warn: (text) => warnings.add(text),
  }
}
