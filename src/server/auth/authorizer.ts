import type { UserInfo } from './user-info.ts'

/** What somebody wants to do, in the words of access rules. */
export interface Attributes {
  readonly user: UserInfo
  readonly verb: string
  readonly isResource: boolean
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly path: string
}

export type Decision =
  /** `why` is shown in the request's journey. */
  | { readonly type: 'allowed'; readonly why: string }
  /** `why` ends the text of the 403; `''` for none. */
  | { readonly type: 'denied'; readonly why: string }

/** A stage that may be replaced: decides whether a request may go on. */
export interface Authorizer {
  authorize(attributes: Attributes): Promise<Decision>
}

/** Lets everybody do everything: until access rules are served. */
export const alwaysAllow: Authorizer = {
  authorize: async ({ user }) => ({
    type: 'allowed',
    why: user.groups.includes('system:masters') ? 'an administrator' : 'no access rules yet',
  }),
}
