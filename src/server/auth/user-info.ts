/** Who calls, as authentication found it. */
export interface UserInfo {
  readonly name: string
  readonly uid: string
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

const everyone = 'system:authenticated'

/** A user who has proved who it is: the group of all such users is added. */
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

/** A caller without credentials, where credentials are known. */
export const anonymous: UserInfo = {
  name: 'system:anonymous',
  uid: '',
  groups: ['system:unauthenticated'],
  extra: {},
}

/** The caller on the server's own machine (or page), where nobody else can reach it. */
export const loopbackAdministrator: UserInfo = authenticatedUser({ name: 'admin', groups: ['system:masters'] })

/** The server's own background loops. */
export const serverUser: UserInfo = authenticatedUser({ name: 'system:apiserver', groups: ['system:masters'] })
