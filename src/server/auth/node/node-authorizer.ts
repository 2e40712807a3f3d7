import { quoteGo } from '#go/quote.ts'
import type { Attributes, Authorizer, Decision } from '#server/auth/authorizer.ts'
import { type PolicyRule, ruleAllows } from '#server/auth/rbac/policy-rule.ts'
import { type NodeGraph, vertexOf } from './node-graph.ts'
import { nodeNameOf } from './node-identity.ts'
import { allowed, nodeRules, noOpinion } from './node-rules.ts'

interface Options {
  /** Returns the up-to-date graph. */
  readonly graph: () => Promise<NodeGraph>
  /** The rules that apply to every node, whatever runs on it. */
  readonly rules: () => Promise<readonly PolicyRule[]>
}

/** Authorizes kubelets: each has access to what the pods on its node need. Has no opinion on other users. [NAZ1] */
export const nodeAuthorizer = ({ graph, rules }: Options): Authorizer => ({
  async authorize(attributes): Promise<Decision> {
    const node = nodeNameOf(attributes.user)
    if (node === null) return noOpinion('')
    if (node === '') return noOpinion(`unknown node for user ${quoteGo(attributes.user.name)}`)
    const rule = attributes.isResource ? nodeRules.get(typeOf(attributes)) : undefined
    if (rule === undefined)
      return (await rules()).some((each) => ruleAllows(each, attributes)) ? allowed : noOpinion('')
    const { namespace, name } = attributes
    return rule({
      node,
      attributes,
      isRelated: async (type) => (await graph()).leads(vertexOf(type, namespace, name), vertexOf('node', '', node)),
    })
  },
  rulesFor: async (user) => ({
    rules: [],
    isIncomplete: nodeNameOf(user) !== null,
    errors: nodeNameOf(user) === null ? [] : ['node authorizer does not support user rule resolution'],
  }),
})

const typeOf = ({ group, resource }: Attributes): string => (group === '' ? resource : `${resource}.${group}`)
