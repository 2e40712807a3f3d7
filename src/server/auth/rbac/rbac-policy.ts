import type { PolicyRule } from './policy-rule.ts'

/** A user, group or service account that a binding grants its role to. */
export interface Subject {
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
}

/** A RoleBinding or ClusterRoleBinding, reduced to what authorization needs. */
export interface Binding {
  readonly name: string
  /** `''` for a cluster role binding. */
  readonly namespace: string
  readonly roleRef: { readonly kind?: string | undefined; readonly name?: string | undefined }
  readonly subjects: readonly Subject[]
}

/** The stored roles and bindings in their current state. */
export interface RbacPolicy {
  /** The bindings of a namespace, or of the cluster for `''`, ordered by name. */
  bindings(namespace: string): Promise<readonly Binding[]>
  /** The rules of a role, or of a cluster role for `''`; `null` if it does not exist. */
  rules(namespace: string, name: string): Promise<readonly PolicyRule[] | null>
}
