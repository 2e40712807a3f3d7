/** The draft of the authorization file as the Config room keeps it, `null` for none. */
export function readAuthorizationDraft(): string | null {
  return null
}
