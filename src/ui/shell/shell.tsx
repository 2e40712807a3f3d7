/** The frame of the page. */
export function Shell() {
  return null
}
