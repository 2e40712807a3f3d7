import type { Lab } from '#ui/lab/lab.ts'

/** The field of the request's path, for those that send the caret there. */
export interface PathInput {
  /** Takes the mounted field; `null` when it is unmounted. */
  hold(input: HTMLInputElement | null): void
  /** Moves the caret into the field. */
  show(): void
}

export function createPathInput(_lab: Lab): PathInput {
  let current: HTMLInputElement | null = null
  return {
    hold(input) {
      current = input
    },
    show: () => current?.focus(),
  }
}
