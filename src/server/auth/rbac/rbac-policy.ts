import type { PolicyRule } from './policy-rule.ts'

/** Whom a binding gives its role. */
export interface Subject {
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
}

/** A role binding or cluster role binding, as far as access rules go. */
export interface Binding {
  readonly name: string
  /** `''` for a cluster role binding. */
  readonly namespace: string
  readonly roleRef: { readonly kind?: string | undefined; readonly name?: string | undefined }
  readonly subjects: readonly Subject[]
}

/** The stored roles and bindings, as they are now. */
export interface RbacPolicy {
  /** In the order of their names: of one namespace, or of the cluster for `''`. */
  bindings(namespace: string): Promise<readonly Binding[]>
  /** Rules of a role, or of a cluster role for `''`; `null` when there is none of that name. */
  rules(namespace: string, name: string): Promise<readonly PolicyRule[] | null>
}
