/** Identifies a kind: API group (`''` is core), version, and kind. */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** `apps/v1`, or `v1` for the core group. */
export const toApiVersion = (gv: { readonly group: string; readonly version: string }): string =>
  gv.group === '' ? gv.version : `${gv.group}/${gv.version}`

/** `deployments.apps`, or `pods` for the core group, as error messages name a resource. */
export const toGroupResource = (gr: { readonly group: string; readonly resource: string }): string =>
  gr.group === '' ? gr.resource : `${gr.resource}.${gr.group}`

/** `Deployment.apps`, or `Pod` for the core group, as 422 messages name a kind. */
export const toGroupKind = (gk: { readonly group: string; readonly kind: string }): string =>
  gk.group === '' ? gk.kind : `${gk.kind}.${gk.group}`
