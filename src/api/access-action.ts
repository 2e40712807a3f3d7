/** An action that is authorized: a verb on a resource, or on a path with `isResource: false`. */
export interface AccessAction {
  readonly verb: string
  readonly isResource: boolean
  readonly group: string
  readonly version: string
  readonly resource: string
  /** `''` for the main resource. */
  readonly subresource: string
  /** `''` for cluster-scoped resources, and for all namespaces. */
  readonly namespace: string
  /** `''` for requests for multiple objects. */
  readonly name: string
  /** The path of the request, or of the reviewed non-resource request. */
  readonly path: string
}
