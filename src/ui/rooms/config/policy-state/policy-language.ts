import { createApiClient } from '#client/api-client.ts'
import { Refusal } from '#client/refusal.ts'
import type { Json } from '#api/json.ts'
import type { KindId } from '#manifest/open-schema.ts'
import { matchedKinds, type MatchedSpec, parameterKind } from '#policy/policy-kinds.ts'
import type { TextKind } from '#ui/language/language-calls.ts'
import { createSchemaSource } from '#ui/language/schema-source.ts'
import { createAsk, languageCallNames, type Later, laterCalls } from '#ui/language/worker-calls.ts'
import type { Lab } from '#ui/lab/lab.ts'
import type { PolicyCalls, SeenKinds } from './policy-calls.ts'

/** The language service of the room's policies and schemas. */
export interface PolicyLanguage {
  readonly client: Later<PolicyCalls>
  /** Returns a kind with the document that describes it. */
  described(kind: KindId): Promise<TextKind>
  /** Returns the kinds that the rules and parameters of a policy name. */
  seenBy(spec: Json | undefined): Promise<SeenKinds>
  /** Reads the served kinds again before the next call. */
  forget(): void
}

export function createPolicyLanguage(lab: Lab): PolicyLanguage {
  const client = createPolicyClient()
  const source = createSchemaSource(lab.read, (id, document) => client.learn(id, document))
  const api = createApiClient(lab.read)
  const known = new Map<string, Promise<SeenKinds>>()
  const described = async (kind: KindId): Promise<TextKind> => ({ kind, schemaId: await source.documentOf(kind) })
  const read = async (spec: MatchedSpec): Promise<SeenKinds> => {
    const params = parameterKind(spec)
    const kinds = await matchedKinds(api, spec)
    return {
      kinds: await Promise.all(kinds.map(described)),
      params: params === null ? null : await described(params),
    }
  }
  return {
    client,
    described,
    seenBy(spec) {
      const { matchConstraints, paramKind } = (spec ?? {}) as Readonly<Record<string, Json>>
      const key = JSON.stringify([matchConstraints ?? null, paramKind ?? null])
      const reading = known.get(key) ?? read(matchedSpec(matchConstraints, paramKind)).catch(unreadable)
      known.set(key, reading)
      return reading
    },
    forget() {
      known.clear()
      source.forget()
    },
  }
}

/** Keeps the members that have the right form: the text is being typed. */
function matchedSpec(matchConstraints: Json | undefined, paramKind: Json | undefined): MatchedSpec {
  const rules = memberOf(matchConstraints, 'resourceRules')
  const words = (value: Json | undefined): string[] =>
    Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
  const isNamed = typeof paramKind === 'object' && paramKind !== null && !Array.isArray(paramKind)
  return {
    ...(isNamed && { paramKind: { apiVersion: String(paramKind['apiVersion']), kind: String(paramKind['kind']) } }),
    matchConstraints: {
      resourceRules: (Array.isArray(rules) ? rules : []).map((rule) => ({
        apiGroups: words(memberOf(rule, 'apiGroups')),
        apiVersions: words(memberOf(rule, 'apiVersions')),
        resources: words(memberOf(rule, 'resources')),
      })),
    },
  }
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined

/** Without the server nothing is known of the kinds. */
function unreadable(error: unknown): SeenKinds {
  if (!(error instanceof Refusal || error instanceof TypeError)) throw error
  return { kinds: [], params: null }
}

function createPolicyClient(): Later<PolicyCalls> {
  const ask = createAsk(
    () => new Worker(new URL('./policy-worker.ts', import.meta.url), { type: 'module', name: 'orchard-policy' }),
    async () => (await import('./policy-calls.ts')).createPolicyCalls(),
  )
  return laterCalls<PolicyCalls>(ask, languageCallNames)
}
