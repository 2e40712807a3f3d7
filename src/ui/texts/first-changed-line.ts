/** Returns the first line of `after`, counting from 1, that differs from the same line of `before`; 0 for equal texts. */
export function firstChangedLine(before: string, after: string): number {
  if (before === after) return 0
  const [old, next] = [before.split('\n'), after.split('\n')]
  const at = next.findIndex((line, index) => line !== old[index])
  return at === -1 ? next.length : at + 1
}
