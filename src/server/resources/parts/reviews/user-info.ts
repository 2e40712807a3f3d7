import type { JsonObject } from '#api/json.ts'
import type { ReviewedUser } from '#server/registry/review-access.ts'

/** Converts a user to `authentication.v1.UserInfo`. */
export const toUserInfo = ({ name, uid, groups, extra }: ReviewedUser): JsonObject => ({
  username: name,
  uid,
  groups: [...groups],
  extra: Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]])),
})
