/** The authenticated user of a request. */
export interface UserInfo {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

const everyone = 'system:authenticated'

/** Returns a user with the group of all authenticated users added. */
export function authenticatedUser(user: {
  readonly name: string
  readonly uid?: string
  readonly groups?: readonly string[]
}): UserInfo {
  const groups = user.groups ?? []
  return {
    name: user.name,
    uid: user.uid ?? '',
    groups: groups.includes(everyone) ? groups : [...groups, everyone],
    extra: {},
  }
}

/** The user of requests without credentials, on servers that require credentials. */
export const anonymous: UserInfo = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: {},
}

/** The user of requests on the server's own machine (or page), which nobody else can reach. */
export const loopbackAdministrator: UserInfo = authenticatedUser({ name: 'admin', groups: ['system:masters'] })

/** The user of the server's own controllers. */
export const serverUser: UserInfo = authenticatedUser({ name: 'system:apiserver', groups: ['system:masters'] })
